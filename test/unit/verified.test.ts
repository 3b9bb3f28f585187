import { describe, expect, test } from "@jest/globals";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { verified } from "../../platform/blobs/verified.ts";

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("a verified blob", () => {
  test.each([
    ["several chunks", ["one ", "two ", "three"]],
    ["one chunk", ["one"]],
    ["no chunks", []],
  ])("is passed on unchanged: %s", async (_what, chunks) => {
    const text = chunks.join("");
    const source = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
    const read = await buffer(verified({ key: "a", size: text.length, sha256: hashOf(text) }, source));
    expect(read.toString()).toBe(text);
  });

  test("whose bytes have changed never ends, and lacks its last chunk", async () => {
    const chunks = ["one ", "two ", "three"].map((chunk) => Buffer.from(chunk));
    const read: string[] = [];
    const reading = async (): Promise<void> => {
      for await (const chunk of verified(
        { key: "a/b", size: 13, sha256: hashOf("other") },
        Readable.from(chunks),
      ))
        read.push(chunk.toString());
    };
    await expect(reading()).rejects.toThrow("the blob a/b differs from its SHA-256");
    expect(read).toEqual(["one ", "two "]);
  });

  test.each([
    ["fewer", 12],
    ["more", 14],
  ])(
    "of which there are %s bytes than expected fails before the end, without a hash",
    async (_what, length) => {
      const source = Readable.from([Buffer.alloc(10), Buffer.alloc(length - 10)]);
      const reading = buffer(verified({ key: "a/b", size: 13, sha256: null }, source));
      await expect(reading).rejects.toThrow("the blob a/b differs from its size");
    },
  );
});
