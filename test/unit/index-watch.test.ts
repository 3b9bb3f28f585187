import { expect, test } from "@jest/globals";
import { keepComparing } from "../../retrieval/index/index-watch.ts";

test("a comparison of the index that fails is reported, and does not end the comparisons", async () => {
  const stopping = new AbortController();
  const logged: object[] = [];
  const logger = {
    warn: (about: object) => {
      logged.push(about);
      stopping.abort();
    },
  };
  const err = new Error("canceling statement due to statement timeout");
  await keepComparing({ compare: () => Promise.reject(err) }, { logger, signal: stopping.signal });
  expect(logged).toEqual([{ err }]);
});
