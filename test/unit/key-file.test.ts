import { beforeEach, describe, expect, it } from "@jest/globals";
import { execFile } from "node:child_process";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { BUILT_IN_KEY } from "../../platform/crypto/built-in-key.ts";
import { loadConfig } from "../../platform/config.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";

let DATA_DIR: string;
beforeEach(async () => void (DATA_DIR = await makeTestFolder()));

const keyFile = (): string => join(DATA_DIR, "encryption-key");

describe("without ENCRYPTION_KEY", () => {
  it("a random key is stored in DATA_DIR, for its user only, and found again", () => {
    const { encryptionKey } = loadConfig({ DATA_DIR });
    expect(encryptionKey).toHaveLength(32);
    expect(encryptionKey.equals(BUILT_IN_KEY)).toBe(false);
    expect(readFileSync(keyFile(), "utf8")).toBe(`${encryptionKey.toString("base64")}\n`);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(loadConfig({ DATA_DIR }).encryptionKey).toEqual(encryptionKey);
    expect(readdirSync(DATA_DIR)).toEqual(["encryption-key"]);
    const elsewhere = join(DATA_DIR, "other", "folder");
    expect(loadConfig({ DATA_DIR: elsewhere }).encryptionKey).not.toEqual(encryptionKey);
  });

  it("processes that start together agree on one", async () => {
    const program = `const { loadConfig } = await import("./platform/config.ts");
      while (Date.now() < Number(process.argv[1])) {}
      console.log(loadConfig({ DATA_DIR: process.argv[2] }).encryptionKey.toString("base64"));`;
    const at = String(Date.now() + 2_000);
    const start = () =>
      promisify(execFile)(process.execPath, ["--input-type=module", "-e", program, at, DATA_DIR]);
    const outputs = await Promise.all([start(), start(), start(), start()]);
    expect(new Set(outputs.map(({ stdout }) => stdout)).size).toBe(1);
    expect(readdirSync(DATA_DIR)).toEqual(["encryption-key"]);
  });

  it.each(["", "c2hvcnQ=\n"])(
    "a file with an incomplete key is refused and left unchanged: %j",
    (content) => {
      writeFileSync(keyFile(), content);
      expect(() => loadConfig({ DATA_DIR })).toThrow(/encryption-key holds no complete key.*Restore it/);
      expect(readFileSync(keyFile(), "utf8")).toBe(content);
    },
  );

  it("the error says what to do if no key can be stored", () => {
    writeFileSync(join(DATA_DIR, "file"), "");
    expect(() => loadConfig({ DATA_DIR: join(DATA_DIR, "file") })).toThrow(
      /^ENCRYPTION_KEY is not set, and none can be kept in .*: set it to `openssl rand -base64 32`, or set DATA_DIR/,
    );
  });

  it("production does not start, and tests use the built-in key", () => {
    expect(() => loadConfig({ DATA_DIR, NODE_ENV: "production" })).toThrow(/ENCRYPTION_KEY is required/);
    expect(loadConfig({ DATA_DIR, NODE_ENV: "test" }).encryptionKey).toEqual(BUILT_IN_KEY);
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });
});

it.each(["development", "production"])("the built-in key as ENCRYPTION_KEY is refused in %s", (NODE_ENV) => {
  const ENCRYPTION_KEY = BUILT_IN_KEY.toString("base64");
  expect(() => loadConfig({ DATA_DIR, NODE_ENV, ENCRYPTION_KEY })).toThrow(/public test key/);
});
