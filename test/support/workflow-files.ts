import { readFileSync } from "node:fs";
import { join } from "node:path";

const REGISTRY = join(import.meta.dirname, "../../workflows/all-workflows.ts");

interface WorkflowFile {
  /** The name under which Temporal knows the workflow. */
  type: string;
  /** The type as the names of recorded histories begin. */
  name: string;
}

/** Every workflow that workers run. */
export const workflowFiles = (): WorkflowFile[] =>
  [...readFileSync(REGISTRY, "utf8").matchAll(/export \{ (\w+) \} from/g)].map(([, type = ""]) => ({
    type,
    name: type.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  }));
