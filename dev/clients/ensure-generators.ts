import { join } from "node:path";
import { ensureNodeTool } from "../setup/ensure-node-tool.ts";
import { ensurePythonTool } from "../setup/ensure-python-tool.ts";

export const TYPESCRIPT_GENERATOR_VERSION = "7.13.0";

/** Installed separately: the generator needs the compiler of TypeScript 5, while the project has 7. */
const TYPESCRIPT = {
  name: "openapi-typescript",
  version: TYPESCRIPT_GENERATOR_VERSION,
  manifest: {
    type: "module",
    dependencies: {
      "openapi-typescript": TYPESCRIPT_GENERATOR_VERSION,
      "openapi-fetch": "0.17.0",
      typescript: "5.9.3",
      "@types/node": "24.10.1",
    },
  },
  takes: "some seconds",
};

const PYTHON = {
  name: "openapi-python-client",
  version: "0.29.1",
  packages: ["openapi-python-client==0.29.1", "mypy==1.19.0", "ruff==0.14.6"],
  remedy: "Install Python 3.11 or later with venv, or leave it out with --language typescript.",
};

/** The folder of openapi-typescript, openapi-fetch and their compiler. */
export const ensureTypescriptGenerator = (): Promise<string> => ensureNodeTool(TYPESCRIPT);

/** The folder with the programs of openapi-python-client and of its type checker. */
export async function ensurePythonGenerator(): Promise<string> {
  return join(await ensurePythonTool(PYTHON), "..");
}
