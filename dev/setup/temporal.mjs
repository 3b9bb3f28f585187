import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { answers } from "./download.mjs";
import { intoPlace } from "./into-place.mjs";
import { findGo, findTemporal, REPOSITORY, TEMPORAL_VERSION as VERSION, temporalHome } from "./locations.mjs";
import { CommandError, runCommand } from "./run-command.mjs";
import { SetupError } from "./setup-error.mjs";

const GO_PACKAGE = `github.com/temporalio/cli/cmd/temporal@v${VERSION}`;
const DOWNLOADS = "https://temporal.download/cli/archive/latest?platform=linux&arch=amd64";
const REMEDY = "put the `temporal` command on PATH, or set TEMPORAL_ADDRESS to a running server";
/** From this version on Go fetches the newer Go that a program asks for; an older one can fetch it as a module. */
const SELF_UPDATING_GO = 21;
const GO_MACHINE = { x64: "amd64", arm64: "arm64" }[process.arch];
const NEWER_GO = `golang.org/toolchain@v0.0.1-go1.24.9.${process.platform}-${GO_MACHINE}`;

export const isTemporalReady = () => Boolean(process.env.TEMPORAL_ADDRESS) || findTemporal() !== null;

/** The SDK knows where its command comes from for each platform; starting it once is how it is asked to fetch it. */
async function fromSdk(workshop) {
  const script = `
    import { TestWorkflowEnvironment } from "@temporalio/testing";
    const [downloadDir, version] = process.argv.slice(1);
    const executable = { type: "cached-download", downloadDir, version };
    await (await TestWorkflowEnvironment.createLocal({ server: { executable } })).teardown();`;
  const args = ["--input-type=module", "-e", script, workshop, `v${VERSION}`];
  await runCommand(process.execPath, args, { cwd: REPOSITORY });
  const [file] = readdirSync(workshop);
  if (file === undefined) throw new Error("The downloader left no file");
  chmodSync(join(workshop, file), 0o755);
  return join(workshop, file);
}

/** Modules come without permission to execute. */
function makeExecutable(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) makeExecutable(path);
    else chmodSync(path, 0o755);
  }
}

async function fetchNewerGo(go, workshop) {
  const said = await runCommand(go, ["mod", "download", "-json", NEWER_GO], { cwd: workshop });
  const { Dir: home } = JSON.parse(said.slice(said.indexOf("{")));
  for (const folder of ["bin", join("pkg", "tool")]) makeExecutable(join(home, folder));
  return join(home, "bin", "go");
}

async function checkGo() {
  const go = findGo();
  const said = go === null ? "" : await runCommand(go, ["version"]).catch(() => "");
  const minor = Number(/go1\.(\d+)/.exec(said)?.[1] ?? 0);
  if (go !== null && minor > 0) return { go, isOld: minor < SELF_UPDATING_GO };
  throw new SetupError(
    `Temporal is built with Go and none was found: install it (Debian: apt-get install golang-go), ${REMEDY}.`,
  );
}

async function fromGo({ go, isOld }, workshop, report) {
  let modules = 0;
  report("building with Go, 3 to 6 minutes");
  try {
    const program = isOld ? await fetchNewerGo(go, workshop) : go;
    await runCommand(program, ["install", GO_PACKAGE], {
      cwd: workshop,
      env: { GOBIN: workshop },
      onLine: (line) => {
        if (line.startsWith("go: downloading"))
          report(`building with Go, 3 to 6 minutes, ${++modules} modules fetched`);
      },
    });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new SetupError(`Go could not build Temporal (${error.reason}): check the network, ${REMEDY}.`);
  }
  return join(workshop, "temporal");
}

/** Chooses where the Temporal command comes from and checks what that needs; answers the work, which says where from. */
export async function planTemporal() {
  const official = await answers(DOWNLOADS);
  const go = official ? null : await checkGo();
  return async (report) => {
    await intoPlace(join(temporalHome(), "temporal"), async (workshop) => {
      if (official) report("downloading");
      return official ? fromSdk(workshop) : fromGo(go, workshop, report);
    });
    return official ? `${VERSION} downloaded` : `${VERSION} built with Go`;
  };
}
