import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { expect, test } from "@jest/globals";
import { parserProgram } from "../../extraction/parser-pool.ts";

const folder = dirname(parserProgram());

test.each(["pdf", "docx", "xlsx"])("V8 accepts the code compiled in advance for %s", (format) => {
  const script = join(folder, `parse-document-${format}`);
  const cachedData = readFileSync(`${script}.code`);
  const { cachedDataRejected } = new Script(readFileSync(`${script}.cjs`, "utf8"), { cachedData });
  expect(cachedDataRejected).toBe(false);
});
