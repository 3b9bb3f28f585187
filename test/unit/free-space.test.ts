import { describe, expect, test } from "@jest/globals";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFreeSpace } from "../../platform/blobs/free-space.ts";

describe("free space", () => {
  test("is that of the file system, also for a folder that does not exist yet", async () => {
    const [here, below] = [tmpdir(), join(tmpdir(), "not", "there", "yet")];
    for (const folders of [[here], [below], [here, below]])
      expect(await createFreeSpace(folders, 0).bytes()).toBeGreaterThan(0);
  });

  test("suffices while the floor is left after the write", async () => {
    const free = await createFreeSpace([tmpdir()], 0).bytes();
    // Other processes write there, too.
    const space = createFreeSpace([tmpdir()], free / 2);
    await expect(space.check()).resolves.toBeUndefined();
    await expect(space.requireSpace(free / 4)).resolves.toBeUndefined();
    await expect(space.requireSpace(free)).rejects.toMatchObject({ status: 507 });
  });

  test("is too little below the floor", async () => {
    const space = createFreeSpace([tmpdir()], 2 ** 52);
    await expect(space.check()).rejects.toThrow(/are free, fewer than/);
    await expect(space.requireSpace(0)).rejects.toMatchObject({ status: 507, code: "SERVICE_UNAVAILABLE" });
  });
});
