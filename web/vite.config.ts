import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Where `npm run web` finds the product; `npm run build:web` has no use for it. */
const product = process.env["BACKEND_URL"] ?? "http://127.0.0.1:3000";

/** Paths that the product answers itself. */
const API_PATHS = /^\/(api|auth|docs|oauth|password|reset-password|device|link|openapi\.json)(\/|\?|$)/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: "es2023",
    // Scripts and fonts come from files alone: the policy of the pages allows nothing else.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
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
