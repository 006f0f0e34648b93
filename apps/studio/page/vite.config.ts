// SPDX-License-Identifier: Apache-2.0
/** Builds the page as one file, dist/index.html, that needs nothing beside it and runs nothing but itself. */
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** What the browser may load: only the script and the style that stand in the page, and what this server gives. */
function policy(script: string, style: string): string {
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "img-src 'self' blob: data:",
    "media-src blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") this.error("There is no index.html to put the script into.");
      let script = "";
      let style = "";
      for (const [name, file] of Object.entries(bundle)) {
        if (file === page) continue;
        if (file.type === "chunk") script += file.code;
        else if (name.endsWith(".css")) style += file.source;
        else this.error(`${name} cannot stand in one page.`);
        delete bundle[name];
      }
      // "</" would end the element that holds the script.
      script = script.replaceAll("</script", "<\\/script");
      const head =
        `<meta http-equiv="Content-Security-Policy" content="${policy(script, style)}">` +
        `<style>${style}</style><script type="module">${script}</script>`;
      page.source = String(page.source)
        .replace(/\s*<script type="module"[^>]*><\/script>/, "")
        .replace(/\s*<link rel="stylesheet"[^>]*>/, "")
        .replace("</head>", () => `${head}</head>`);
    },
  };
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [oneFile()],
  // The player's sources, which the view shares, take the packages of this page.
  resolve: { dedupe: ["three"] },
  server: { fs: { allow: [here("../..")] } },
  build: {
    target: ["chrome110", "firefox110", "safari16"],
    assetsInlineLimit: Number.POSITIVE_INFINITY,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    emptyOutDir: true,
  },
  test: { include: ["src/**/*.test.ts"] },
});
