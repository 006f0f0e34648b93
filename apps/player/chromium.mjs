// SPDX-License-Identifier: Apache-2.0
/** Chromium without a window, as the tests of pages use it: it draws in software, and asks nobody for anything by itself. */
import { chromium } from "playwright-core";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
];
/** What a page may say without being wrong: the slowness of pictures without a graphics card. */
const harmless = /GPU stall|swiftshader|GL Driver/i;

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });

/** A list that fills with all that a page complains of, and with whatever it asks for at other addresses than `allowed`. */
export function complaintsOf(page, allowed) {
  const complaints = [];
  page.on("console", message => ["error", "warning"].includes(message.type()) && !harmless.test(message.text()) && complaints.push(message.text()));
  page.on("pageerror", error => complaints.push(String(error)));
  page.on("request", request => !allowed.test(request.url()) && complaints.push(`asks for ${request.url()}`));
  return complaints;
}
