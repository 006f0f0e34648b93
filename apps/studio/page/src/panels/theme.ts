// SPDX-License-Identifier: Apache-2.0
/** Dark or light: as the system is, until somebody chooses. */
import type { Actions } from "../actions";
import type { Store } from "../store";
import { recall, remember } from "../ui/memory";

export function followTheme(store: Store, actions: Actions): void {
  const system = matchMedia("(prefers-color-scheme: light)");
  const paint = (): void => {
    const chosen = recall<"dark" | "light" | null>("theme", null);
    store.put("theme", chosen ?? (system.matches ? "light" : "dark"));
    document.documentElement.dataset.theme = store.theme;
  };
  system.onchange = paint;
  actions.add({ id: "theme", title: "Light or dark colours", group: "View", keys: ["Shift+T"], run: () => {
    remember("theme", store.theme === "dark" ? "light" : "dark");
    paint();
  } });
  paint();
}
