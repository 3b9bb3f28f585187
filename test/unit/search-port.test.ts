import { expect, test } from "@jest/globals";
import { loadConfig } from "../../platform/config.ts";

test.each([
  [{}, 8001],
  [{ PORT: "9000" }, 9000],
  [{ PORT: "9000", RETRIEVAL_PORT: "9001" }, 9001],
  [{ PORT: "", RETRIEVAL_PORT: "9001" }, 9001],
  [{ PORT: "9000", RETRIEVAL_PORT: "" }, 9000],
])("with %j the search service listens on %i", (environment, port) => {
  expect(loadConfig({ NODE_ENV: "test", ...environment }).searchPort).toBe(port);
});
