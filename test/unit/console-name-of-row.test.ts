import { expect, test } from "@jest/globals";
import { nameOfRow } from "../../web/src/features/findings/name-of-row.ts";

const HASH = "deededb26174112db34661e21947e64e";

test.each([
  [{ title: "Port 22 open", source_id: "p-22" }, "Port 22 open"],
  [{ title: null, source_id: "p-22" }, "p-22"],
  [{ title: null, source_id: `Weak cipher:${HASH}` }, "Weak cipher"],
  [{ title: null, source_id: `Weak cipher:${HASH}:2` }, "Weak cipher"],
  [{ title: null, source_id: `:${HASH}` }, null],
  [{ title: null, source_id: null }, null],
])("the name of the row %j is %j", (row, name) => {
  expect(nameOfRow(row)).toBe(name);
});
