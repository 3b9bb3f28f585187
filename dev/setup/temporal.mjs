import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { answers } from "./download.mjs";
import { intoPlace } from "./into-place.mjs";
import {
  findGo,
  findTemporal,
  OLDEST_TEMPORAL,
  REPOSITORY,
  TEMPORAL_VERSION as VERSION,
  temporalHome,
} from "./locations.mjs";
import { packagesInstalled } from "./packages.mjs";
import { CommandError, runCommand } from "./run-command.mjs";
import { SetupError } from "./setup-error.mjs";

/** The newest version that Go can build: later ones need a module, `cliext`, that was never published. */
const GO_VERSION = "1.5.1";
const GO_MODULE = "github.com/temporalio/cli";
const GO_PACKAGE = `${GO_MODULE}/cmd/temporal`;
/** That of Temporal 1.7. The one that 1.5.1 requires has the fault which `OLDEST_TEMPORAL` describes. */
const SQLITE_DRIVER = "modernc.org/sqlite@v1.44.3";
const DOWNLOADS = "https://temporal.download/cli/archive/latest?platform=linux&arch=amd64";
const REMEDY = `put the \`temporal\` command, ${OLDEST_TEMPORAL} or later, on PATH, or set TEMPORAL_ADDRESS to a running server`;
/**
 * From this version on Go downloads the newer Go that a program requires; an older one can fetch it as a
 * module.
 */
const SELF_UPDATING_GO = 21;
const GO_MACHINE = { x64: "amd64", arm64: "arm64" }[process.arch];
const NEWER_GO = `golang.org/toolchain@v0.0.1-go1.24.9.${process.platform}-${GO_MACHINE}`;

export const isTemporalReady = () => Boolean(process.env.TEMPORAL_ADDRESS) || findTemporal() !== null;

async function fromSdk(workshop) {
  await packagesInstalled();
  const program = join(REPOSITORY, "dev", "setup", "temporal-from-sdk.mjs");
  await runCommand(process.execPath, [program, workshop, `v${VERSION}`], { cwd: REPOSITORY });
  const [file] = readdirSync(workshop);
  if (file === undefined) throw new Error("the download left no file");
  chmodSync(join(workshop, file), 0o755);
  return join(workshop, file);
}

/** Modules come without execute permission. */
function makeExecutable(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) makeExecutable(path);
    else chmodSync(path, 0o755);
  }
}

async function fetchNewerGo(go, workshop) {
  const output = await runCommand(go, ["mod", "download", "-json", NEWER_GO], { cwd: workshop });
  const { Dir: home } = JSON.parse(output.slice(output.indexOf("{")));
  for (const folder of ["bin", join("pkg", "tool")]) makeExecutable(join(home, folder));
  return join(home, "bin", "go");
}

async function checkGo() {
  const go = findGo();
  const output = go === null ? "" : await runCommand(go, ["version"]).catch(() => "");
  const minor = Number(/go1\.(\d+)/.exec(output)?.[1] ?? 0);
  if (go !== null && minor > 0) return { go, isOld: minor < SELF_UPDATING_GO };
  throw new SetupError(
    `Temporal is built with Go and none was found: install it (Debian: apt-get install golang-go), ${REMEDY}.`,
  );
}

/** The program without symbols, which knows its version: its database file is named after that. */
const LINKER_FLAGS = `-s -w -X ${GO_MODULE}/temporalcli.Version=${GO_VERSION}`;

async function fromGo({ go, isOld }, workshop, report) {
  let modules = 0;
  report("building with Go, 3 to 6 minutes");
  try {
    const program = isOld ? await fetchNewerGo(go, workshop) : go;
    const run = (...args) =>
      runCommand(program, args, {
        cwd: workshop,
        onLine: (line) => {
          if (line.startsWith("go: downloading"))
            report(`building with Go, 3 to 6 minutes, ${++modules} modules fetched`);
        },
      });
    await run("mod", "init", "temporal-build");
    await run("get", `${GO_PACKAGE}@v${GO_VERSION}`, SQLITE_DRIVER);
    await run("build", "-ldflags", LINKER_FLAGS, "-o", "temporal", GO_PACKAGE);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new SetupError(`Go could not build Temporal (${error.reason}): check the network, ${REMEDY}.`);
  }
  return join(workshop, "temporal");
}

/** Whatever the reason, a partial mirror or an incompatible program: Go may help. */
async function fromGoInstead(error, workshop, report) {
  const reason = error instanceof CommandError ? error.reason : error.message;
  report(`the download failed (${reason}), looking for Go`);
  try {
    return { made: await fromGo(await checkGo(), workshop, report), reason };
  } catch (second) {
    if (!(second instanceof SetupError)) throw second;
    throw new SetupError(`Temporal could not be downloaded (${reason}). ${second.message}`);
  }
}

/**
 * Chooses the source of the Temporal CLI and checks its prerequisites; returns the work and a description.
 * `isOffered` checks whether the download host answers; `download` fetches into a folder and returns the
 * file.
 */
export async function planTemporal({ isOffered = () => answers(DOWNLOADS), download = fromSdk } = {}) {
  const official = await isOffered();
  const go = official ? null : await checkGo();
  return async (report) => {
    let origin = official ? `${VERSION} downloaded` : `${GO_VERSION} built with Go`;
    await intoPlace(join(temporalHome(), "temporal"), async (workshop) => {
      if (!official) return fromGo(go, workshop, report);
      report("downloading");
      try {
        return await download(workshop);
      } catch (error) {
        const { made, reason } = await fromGoInstead(error, workshop, report);
        origin = `${GO_VERSION} built with Go, because the download failed (${reason})`;
        return made;
      }
    });
    return origin;
  };
}
