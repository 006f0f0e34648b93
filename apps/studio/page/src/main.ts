// SPDX-License-Identifier: Apache-2.0
/** The page of the studio: the view in the middle, and panels around it. */
import "./css/base.css";
import "./css/controls.css";
import "./css/panels.css";
import "./css/dialogs.css";
import "./css/phone.css";
import { Actions } from "./actions";
import { Link } from "./link";
import { Bar } from "./panels/bar";
import { Bin } from "./panels/bin";
import { offerToBreak } from "./panels/break_it";
import { Chip } from "./panels/chip";
import { watchConflicts } from "./panels/conflicts";
import { Files } from "./panels/files";
import { Gallery } from "./panels/gallery";
import { Help } from "./panels/help";
import { Hints } from "./panels/hints";
import { keepFocusInView, listenToKeys } from "./panels/keyboard";
import { followLayout } from "./panels/layout";
import { speak, Toasts, watchConnection, watchFailures } from "./panels/notices";
import { Palette } from "./panels/palette";
import { PlotDeck } from "./panels/plots";
import { Share } from "./panels/share";
import { Side } from "./panels/side";
import { followTheme } from "./panels/theme";
import { Transport } from "./panels/transport";
import { Store } from "./store";
import { $ } from "./ui/dom";
import { recall } from "./ui/memory";
import { followPen } from "./ui/pen";
import { Viewport } from "./viewport";

/** The token of the address goes with the wire, in case the browser keeps no cookies. */
function wireAddress(): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/socket${location.search}`;
}

/** Whoever gives actions comes before whoever shows them on buttons. */
function addPanels(store: Store): void {
  const actions = new Actions(store);
  followTheme(store, actions);
  new Gallery(store, actions);
  new Files(store, actions);
  new Share(store, actions);
  new Palette(store, actions);
  new Help(actions);
  offerToBreak(store, actions);
  const deck = new PlotDeck(store);
  new Bar(store, actions);
  new Bin(store, actions);
  new Transport(store, actions);
  new Chip(store);
  new Side(store, actions, deck);
  new Toasts(store, actions);
  new Hints(store, actions);
  watchConnection(store);
  watchConflicts(store);
  watchFailures(store);
  speak(store);
  listenToKeys(actions);
}

const store = new Store();
// the session answers while the page is still being built
new Link(store, wireAddress());
store.navigation = recall("navigation", store.navigation);
addPanels(store);
followPen(store);
const viewport = new Viewport($("view"), store);
keepFocusInView($("view"));
followLayout(store);

/** For whoever looks into the page, by the browser's console or by tests: what it knows, and where it shows it. */
declare global {
  interface Window {
    studio: Store;
    viewport: Viewport;
  }
}
window.studio = store;
window.viewport = viewport;
