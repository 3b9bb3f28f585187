import { afterEach, expect, test } from "@jest/globals";
import { chmodSync, existsSync, mkdtempSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serverFolder } from "../../dev/stack/service-user.ts";
import { StackError } from "../../dev/stack/stack-error.ts";

const dataDir = mkdtempSync(join(tmpdir(), "server-folder-"));
const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("a server does not begin with an empty folder when its user can no longer reach its data", () => {
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o755);
  const folder = serverFolder(dataDir, "postgres", user);
  expect(folder).toBe(join(dataDir, "postgres"));
  expect(serverFolder(dataDir, "postgres", user)).toBe(folder);
  chmodSync(dataDir, 0o700);
  expect(() => serverFolder(dataDir, "postgres", user)).toThrow(StackError);
  expect(() => serverFolder(dataDir, "postgres", user)).toThrow(`The data of postgres is in ${folder}`);
  expect(existsSync(join("/var/lib/compliance-service", dataDir.replaceAll("/", "_").slice(1)))).toBe(false);
});
