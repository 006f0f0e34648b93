// SPDX-License-Identifier: Apache-2.0
/** Constraints that fight: who they are, and what would help. */
import { edit } from "../commands";
import { listed } from "../plain/format";
import type { Store } from "../store";
import type { Diagnosis } from "./doctor";
import { Banner } from "./notices";

/** People choose between few. */
const mostCures = 2;
/** The same conflict, though what is apart has grown or shrunk meanwhile. */
const gistOf = (conflict: string | null): string | null => conflict?.replace(/, apart by .*/, "") ?? null;

/** What is said of a conflict behind the names: "they cannot all be met, apart by 0.05". */
const reasonOf = (text: string): string => `They ${text.replace(/^.*?: /, "")}.`;

export function watchConflicts(store: Store): void {
  const banner = new Banner("conflict", "Constraints that fight");
  let known: string | null = null;
  let kept = "";
  const end = (): void => {
    if (banner.isShown) store.put("outlined", []);
    banner.hide();
  };
  store.on("status", async ({ conflict: told }) => {
    const conflict = gistOf(told);
    if (conflict === known) return;
    known = conflict;
    if (!conflict) {
      kept = "";
      return end();
    }
    if (conflict === kept) return;
    store.put("deed", "conflict");
    const diagnosis: Diagnosis | undefined = await store.link.order({ do: "diagnose" });
    const worst = diagnosis?.conflicts[0];
    if (known !== conflict) return;
    if (worst) store.put("outlined", worst.names);
    banner.show("warning", worst ? `${worst.names.length} constraints fight: ${listed(worst.names)}` : "Constraints fight", reasonOf(worst?.text ?? conflict), [
      ...(worst?.cures ?? []).slice(0, mostCures).map(({ label, edit: cure }, i) => ({ label, pen: true, primary: i === 0, press: () => void edit(store, cure, label) })),
      { label: "Keep them", press: () => {
        kept = conflict;
        end();
      } },
    ]);
  });
}
