import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY } from "./locations.mjs";
import { CommandError, runCommand } from "./run-command.mjs";
import { SetupError } from "./setup-error.mjs";

const readPackages = (...path) => JSON.parse(readFileSync(join(REPOSITORY, ...path), "utf8")).packages;

/**
 * Whether node_modules matches package-lock.json. npm writes node_modules/.package-lock.json at the very end,
 * so an interrupted install counts as stale.
 */
export function arePackagesFresh() {
  try {
    const installed = readPackages("node_modules", ".package-lock.json");
    return Object.entries(readPackages("package-lock.json")).every(([path, wanted]) => {
      // The others are our own workspaces.
      if (!path.includes("node_modules/")) return true;
      const found = installed[path];
      // Optional packages of other platforms are in the lock file but not on disk.
      if (found === undefined) return wanted.optional === true || wanted.devOptional === true;
      return (
        wanted.link === true || (found.version === wanted.version && found.integrity === wanted.integrity)
      );
    });
  } catch {
    return false;
  }
}

/** Like .npmrc, for versions of npm that no longer pass settings which they do not know. */
const WITHOUT_CUDA = { ONNXRUNTIME_NODE_INSTALL: "skip" };

/**
 * Installs what package-lock.json lists without changing that file. Not `npm ci`, which would first remove
 * what is there, also after a change of one package.
 */
async function installPackages(report) {
  report("npm install");
  const args = ["install", "--no-save", "--include=dev", "--no-audit", "--no-fund"];
  try {
    await runCommand("npm", args, { cwd: REPOSITORY, env: WITHOUT_CUDA });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new SetupError(
      `npm could not install the packages (${error.reason}): check the network and run \`npm install\`.`,
    );
  }
  return "installed";
}

let installation = Promise.resolve();

/** When the packages are there, for parts of the same set-up that need one of them late. */
export const packagesInstalled = () => installation;

/** npm comes with Node: nothing to check. */
export const planPackages = async () => (report) => (installation = installPackages(report));
