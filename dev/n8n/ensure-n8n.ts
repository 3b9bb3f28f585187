import { join } from "node:path";
import { ensureNodeTool } from "../setup/ensure-node-tool.ts";

const VERSION = "2.8.4";

const MANIFEST = {
  dependencies: {
    n8n: VERSION,
    // A peer of Sentry's, which n8n loads when it ends; without peers an old one would lie there.
    "@opentelemetry/core": "2.12.1",
  },
  overrides: {
    // n8n takes its xlsx from an address outside of the registry; this is the same package in it.
    xlsx: "npm:@e965/xlsx@0.20.3",
    // n8n's packages ask for ranges of it that do not meet.
    "@langchain/core": "1.2.13",
  },
};

/** The program of n8n: 1.3 GB on disk. */
export async function ensureN8n(): Promise<string> {
  const tool = { name: "n8n", version: VERSION, manifest: MANIFEST, takes: "three to five minutes" };
  return join(await ensureNodeTool(tool), "node_modules", "n8n", "bin", "n8n");
}
