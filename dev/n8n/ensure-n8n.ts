import { join } from "node:path";
import { ensureNodeTool } from "../setup/ensure-node-tool.ts";

const VERSION = "2.8.4";

const MANIFEST = {
  dependencies: {
    n8n: VERSION,
    // A peer of Sentry's, which n8n loads when it exits; without it, an old version would be installed.
    "@opentelemetry/core": "2.12.1",
  },
  overrides: {
    // n8n's xlsx comes from a URL outside the registry; this is the same package in the registry.
    xlsx: "npm:@e965/xlsx@0.20.3",
    // n8n's packages require incompatible ranges of it.
    "@langchain/core": "1.2.13",
  },
};

/** The program of n8n: 1.3 GB on disk. */
export async function ensureN8n(): Promise<string> {
  const tool = { name: "n8n", version: VERSION, manifest: MANIFEST, takes: "three to five minutes" };
  return join(await ensureNodeTool(tool), "node_modules", "n8n", "bin", "n8n");
}
