import { fileURLToPath } from "node:url";
import { DefaultLogger, bundleWorkflowCode } from "@temporalio/worker";

const workflowModule = (file: string): string =>
  fileURLToPath(new URL(`../workflows/${file}`, import.meta.url));

/** Run as a child process by `bundle-workflows.ts`: writes the bundle to stdout, and warnings to stderr. */
const bundle = await bundleWorkflowCode({
  workflowsPath: workflowModule("all-workflows.ts"),
  workflowInterceptorModules: [workflowModule("interceptors/name-failed-step.ts")],
  logger: new DefaultLogger("WARN", ({ message }) => void process.stderr.write(`${message}\n`)),
});
process.stdout.write(JSON.stringify(bundle));
