// SPDX-License-Identifier: Apache-2.0
// Bundles the player into one HTML file that needs nothing beside it:  node build.mjs OUT
import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "player.html");

const { outputFiles, warnings } = await build({
  entryPoints: [join(here, "src/main.ts")],
  bundle: true,
  write: false,
  minify: true,
  format: "iife",
  target: ["chrome110", "firefox110", "safari16"],
  legalComments: "none",
  logLevel: "warning",
});
if (warnings.length) process.exit(1);

// "</" would end the element that holds the script.
const script = outputFiles[0].text.replaceAll("</", "<\\/");
const style = readFileSync(join(here, "src/page.css"), "utf8");
const page = readFileSync(join(here, "src/page.html"), "utf8")
  .replace("/*STYLE*/", () => style)
  .replace("/*SCRIPT*/", () => script);
writeFileSync(out, page);
