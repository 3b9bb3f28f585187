import { expect, it } from "@jest/globals";
import { readFile } from "node:fs/promises";
import { findTemporal } from "../../dev/setup/locations.mjs";

/** Since this version, modernc.org/sqlite closes the rows of a query whose caller gave up. */
const MENDED = "1.40.1";

// Go writes the modules that a program contains into the program.
it("Temporal contains a database driver that survives callers that give up", async () => {
  const program = await readFile(findTemporal()!);
  const start = program.indexOf("dep\tmodernc.org/sqlite\tv");
  const line = program.subarray(start, start + 60).toString("latin1");
  const version = /sqlite\tv([\d.]+)/.exec(line)?.[1];
  expect(version?.localeCompare(MENDED, "en", { numeric: true })).toBeGreaterThanOrEqual(0);
});
