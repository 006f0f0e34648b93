// SPDX-License-Identifier: Apache-2.0
/** A button for one of the actions, with its name and key as tooltip. */
import type { Actions } from "../actions";
import { button } from "./dom";
import type { IconName } from "./icons";

export function actionButton(actions: Actions, id: string, icon: IconName, look = "quiet", text?: string): HTMLButtonElement {
  const element = button({ label: actions.label(id), icon, text, look, pen: actions.needsPen(id), press: () => actions.run(id) });
  element.dataset.action = id;
  return element;
}
