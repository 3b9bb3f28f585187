import { expect, test } from "@jest/globals";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { createClamAv, TooLargeToScanError } from "../../platform/documents/clamav.ts";
import { EICAR, startClamd } from "../support/clamd.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";

const folder = await makeTestFolder();

async function scan(port: number, bytes: Buffer): Promise<string | null> {
  const path = join(folder, "file");
  await writeFile(path, bytes);
  return createClamAv({ host: "127.0.0.1", port }).scan(path, AbortSignal.timeout(20_000));
}

test("a clean file is distinguished from one with malware", async () => {
  const clamd = await startClamd();
  expect(await scan(clamd.port, Buffer.from("clean"))).toBeNull();
  expect(await scan(clamd.port, Buffer.from(EICAR))).toBe("Eicar-Test-Signature");
  await clamd.stop();
});

const isHungUp = (error: unknown): boolean =>
  ["ECONNRESET", "EPIPE"].includes((error as NodeJS.ErrnoException).code ?? "");

/** Like the workflow: a response lost with the connection is retried. */
async function scanAgainAndAgain(port: number, bytes: Buffer): Promise<unknown> {
  for (let tries = 0; tries < 50; tries++) {
    const failure: unknown = await scan(port, bytes).catch((error: unknown) => error);
    if (!isHungUp(failure)) return failure;
  }
  return "hung up on each time";
}

test.each([2_000, 40_000_000])(
  "a file of %d bytes on which clamd disconnects is recognised as too large",
  async (size) => {
    const clamd = await startClamd(1_000);
    const failure = await scanAgainAndAgain(clamd.port, Buffer.alloc(size));
    expect(failure).toBeInstanceOf(TooLargeToScanError);
    await clamd.stop();
  },
);

test.each(["stream: OK", "stream: OKWorm", "", "stream: no memory ERROR\0"])(
  "%j is no verdict",
  async (answer) => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined).once("data", () => socket.end(answer));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const scanned = scan(port, Buffer.from("clean"));
    await expect(scanned).rejects.toThrow();
    await expect(scanned).rejects.not.toBeInstanceOf(TooLargeToScanError);
    server.close();
  },
);
