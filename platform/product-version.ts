import { readFileSync } from "node:fs";
import { z } from "zod";

const file = readFileSync(new URL("../package.json", import.meta.url), "utf8");

/** The version of this build, which health checks and MCP report. The interface has a version of its own. */
export const PRODUCT_VERSION = z.object({ version: z.string() }).parse(JSON.parse(file)).version;
