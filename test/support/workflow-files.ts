import { readFileSync } from "node:fs";
import { basename, join } from "node:path";

const REGISTRY = join(import.meta.dirname, "../../workflows/all-workflows.ts");

interface WorkflowFile {
  /** The name under which Temporal knows the workflow. */
  type: string;
  /** The name of its file, without extension. */
  name: string;
}

/** Every workflow that workers run. */
export const workflowFiles = (): WorkflowFile[] =>
  [...readFileSync(REGISTRY, "utf8").matchAll(/export \{ (\w+) \} from "(.+)"/g)].map(
    ([, type = "", path = ""]) => ({ type, name: basename(path, ".ts") }),
  );
