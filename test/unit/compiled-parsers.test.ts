import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { PARSER_V8_OPTIONS } from "../../extraction/parser-v8-options.ts";
import { parserProgram } from "../../extraction/parser-pool.ts";

const folder = dirname(parserProgram());

/** In a process of its own, because V8 accepts code only under the options that it was compiled with. */
const LOAD = `
  import { readFileSync } from "node:fs";
  import { Script } from "node:vm";
  const script = process.argv[1];
  const cachedData = readFileSync(script + ".code");
  console.log(new Script(readFileSync(script + ".cjs", "utf8"), { cachedData }).cachedDataRejected);
`;

test.each(["pdf", "docx", "xlsx"])("V8 accepts the code compiled in advance for %s", async (format) => {
  const script = join(folder, `parse-document-${format}`);
  const args = [...PARSER_V8_OPTIONS, "--input-type=module", "--eval", LOAD, script];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout.trim()).toBe("false");
});
