import { beforeEach, expect, it } from "@jest/globals";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { findProgram } from "../../dev/setup/locations.mjs";
import { makeTestFolder } from "../support/make-test-folder.ts";

let folder: string;
beforeEach(async () => {
  folder = await makeTestFolder();
});

/** A program on the PATH of the commands under test. */
const addProgram = (name: string, script: string): void =>
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}`, { mode: 0o755 });

/** Runs an expression of one of the modules in a separate process, like a command. */
function start(module: string, expression: string) {
  const url = new URL(`../../dev/setup/${module}.ts`, import.meta.url).href;
  const script = `const tools = await import("${url}"); console.log("\\n" + (await tools.${expression}));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    env: {
      ...process.env,
      CACHE_DIR: join(folder, "cache"),
      PATH: [folder, process.env["PATH"]].join(delimiter),
      FOLDER: folder,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { begun: once(child.stdout, "data"), output: text(child.stdout) };
}

const INSTALL = `echo run >> "$FOLDER/runs"; while [ ! -e "$FOLDER/go" ]; do sleep 0.05; done\n`;
const TOOLS = [
  [
    "ensure-node-tool",
    `ensureNodeTool({ name: "tool", version: "1", manifest: {}, takes: "a moment" })`,
    () => addProgram("npm", INSTALL),
  ],
  [
    "ensure-python-tool",
    `ensurePythonTool({ name: "tool", version: "1", packages: ["tool"], remedy: "" })`,
    () =>
      addProgram(
        "python3",
        `[ "$2" = venv ] || exit 1\nmkdir -p "$3/bin"; printf '#!/bin/sh\\n' > "$3/bin/python"; chmod +x "$3/bin/python"\n${INSTALL}`,
      ),
  ],
] as const;

/** Only flock makes a set-up wait for another. */
const withLocks = findProgram("flock") === null ? it.skip : it;

withLocks.each(TOOLS)(
  "%s installs once for two commands that need it at the same time",
  async (module, call, add) => {
    add();
    const commands = [start(module, call), start(module, call)];
    await Promise.all(commands.map(({ begun }) => begun));
    writeFileSync(join(folder, "go"), "");
    const [first, second] = await Promise.all(commands.map(({ output }) => output));
    const home = first!.trimEnd().split("\n").at(-1)!;
    expect(existsSync(home)).toBe(true);
    expect(second!.trimEnd().split("\n").at(-1)).toBe(home);
    expect(readFileSync(join(folder, "runs"), "utf8")).toBe("run\n");
  },
);
