import { describe, expect, it } from "@jest/globals";
import { onceEach } from "../../retrieval/search/once-each.ts";

describe("work on ids", () => {
  it("runs once for each id, also while earlier work on it is still running", async () => {
    const works: (readonly string[])[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const read = onceEach(async (ids) => {
      works.push(ids);
      await promise;
    });
    const both = Promise.all([read(["a", "b"], undefined), read(["b", "c"], undefined)]);
    resolve();
    await both;
    await read(["a", "c"], undefined);
    expect(works).toEqual([["a", "b"], ["c"]]);
  });

  it("fails for those who wait for an id that failed, and for no others", async () => {
    const read = onceEach(async ([id]) => {
      if (id === "a") throw new Error("Not found");
    });
    await expect(read(["a"], undefined)).rejects.toThrow("Not found");
    await expect(read(["b", "a"], undefined)).rejects.toThrow("Not found");
    await expect(read(["b"], undefined)).resolves.toBeUndefined();
  });
});
