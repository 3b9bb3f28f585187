import react from "@vitejs/plugin-react";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createChunks } from "./bundling/create-chunks.ts";
import { createFirstRequests } from "./bundling/create-first-requests.ts";
import { createFontScale } from "./bundling/scale-with-font.ts";
import { defineConfig, type Plugin } from "vite";

/** Where `npm run web` finds the product; `npm run build:web` has no use for it. */
const product = process.env["BACKEND_URL"] ?? "http://127.0.0.1:3000";

/** Paths that the product answers itself. */
const API_PATHS =
  /^\/(api|auth|docs|oauth|password|reset-password|invitation|device|link|openapi\.json)(\/|\?|$)/;

const PDF_PACKAGE = fileURLToPath(new URL("..", import.meta.resolve("pdfjs-dist")));

/** What the PDF viewer fetches by name, beside the page under /pdf. */
const pdfData: Plugin = {
  name: "pdf-data",
  apply: "build",
  generateBundle() {
    for (const folder of ["standard_fonts", "cmaps"])
      for (const name of readdirSync(join(PDF_PACKAGE, folder)))
        this.emitFile({
          type: "asset",
          fileName: `pdf/${folder}/${name}`,
          source: readFileSync(join(PDF_PACKAGE, folder, name)),
        });
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), pdfData, createFontScale(), createFirstRequests()],
  build: {
    target: "es2023",
    // Scripts and fonts come from files alone: the policy of the pages allows nothing else.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The bundled libraries may be passed on only with their licences.
    license: { fileName: "licenses.md" },
    // Before compression. The bench and a test measure what is loaded first.
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: createChunks() } },
  },
  server: {
    host: "127.0.0.1",
    strictPort: true,
    proxy: {
      [API_PATHS.source]: {
        target: product,
        // To the product it is a call of its own page.
        headers: { origin: new URL(product).origin },
      },
    },
  },
});
