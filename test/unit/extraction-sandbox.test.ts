import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { readdir, stat, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "@jest/globals";
import { createExtractor, DEFAULT_PROCESS_LIMITS } from "../../extraction/extract-document.ts";
import { readReply } from "../../extraction/parser-reply.ts";
import { areParsersFresh } from "../../dev/setup/parsers.mjs";
import { parserProgram } from "../../extraction/parser-pool.ts";
import { findEnclosure } from "../../extraction/enclosure.ts";
import {
  protectionsOf,
  startParser,
  type ParserProcess,
  type ProcessLimits,
} from "../../extraction/parser-process.ts";
import {
  makeEntityDocx,
  makeLyingDocx,
  makeMemoryBombDocx,
  makeZipBombDocx,
} from "../support/files/make-hostile-docx.ts";
import { decodePreview } from "../../extraction/preview.ts";
import { readParsedDocument } from "../../extraction/read-extracted-document.ts";
import type { ProbeJob } from "../support/extraction-probe-job.ts";
import { untilBusy } from "../support/until-busy.ts";
import { waitFor } from "../support/wait-for.ts";
import { processTree } from "../../testkit/process-tree.ts";
import { makePdf } from "../../dev/sample-files/make-pdf.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";

const ORPHANS = join(import.meta.dirname, "..", "support", "extraction-orphan.ts");
const PROBE = join(import.meta.dirname, "..", "support", "extraction-probe.ts");

const folder = await makeTestFolder();
const secret = join(folder, "secret.txt");
await writeFile(secret, "top secret");
let connections = 0;
const server = createServer(() => (connections += 1)).listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => void server.close());

const job = (...command: string[]): ProbeJob => ({
  task: "read",
  format: "pdf",
  limits: { ocrPages: 1, ocrMs: 1, pages: 1, rows: 1, characters: 1 },
  command,
});

function probe(limits: Partial<ProcessLimits> = {}): ParserProcess {
  return startParser("documents", { ...DEFAULT_PROCESS_LIMITS, timeoutMs: 30_000, ...limits }, PROBE);
}

const isRunning = (pid: number | undefined) => {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Empty for a process that has ended. */
const commandLineOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
};

/** Protections by the operating system, which hold without any help from JavaScript. */
describe("the system", () => {
  const { network, user } = protectionsOf(PROBE);

  test("gives a child no network and a separate user, if possible", async () => {
    const { port } = server.address() as AddressInfo;
    const read = async () => {
      const { reply } = await probe().run(job("reach", String(port)), secret);
      return JSON.parse(reply.toString().split("\n")[1] ?? "") as Record<string, unknown>;
    };
    const found = [await read(), await read()];
    const before = connections;
    for (const each of found) {
      expect(each["networks"]).toEqual(network ? [] : expect.anything());
      expect(each["connect"]).toBe(network ? "ENETUNREACH" : "done");
    }
    if (network) expect(before).toBe(0);
    const users = found.map((each) => each["user"]);
    const isOwn = users[0] !== users[1] && users.every((each) => each !== process.getuid?.());
    expect(isOwn).toBe(user);
  });

  test.each([
    ["cat", "/etc/shadow"],
    ["cat", `/proc/${process.pid}/environ`],
    ["touch", join(import.meta.dirname, "written-by-a-child")],
  ])("keeps such a user from %s %s", async (...command) => {
    if (!user) return;
    const [program, ...args] = [...findEnclosure([PROBE]).command(), ...command];
    await expect(promisify(execFile)(program, args)).rejects.toMatchObject({
      stderr: expect.stringMatching(/Permission denied/),
    });
  });

  test("does not use restrictions that would keep a child from its program", () => {
    expect(findEnclosure([join(folder, "not there")])).toMatchObject({ network: false, user: false });
    if (user) expect(findEnclosure([secret])).toMatchObject({ network: true, user: false });
  });
});

describe("a parser child", () => {
  test("has no environment and cannot reach files, processes, threads or the network", async () => {
    process.env["EXTRACTION_TEST_SECRET"] = "do not inherit";
    const { port } = server.address() as AddressInfo;
    const { reply } = await probe().run(job("report", secret, String(port)), secret);
    delete process.env["EXTRACTION_TEST_SECRET"];
    const found = JSON.parse(reply.toString().split("\n")[1] ?? "") as Record<string, unknown>;
    // The shell that sets the limits adds two or three names of its own; none is inherited.
    const shellNames = ["PWD", "OLDPWD", "SHLVL", "_"];
    expect((found["environment"] as string[]).filter((name) => !shellNames.includes(name))).toEqual([]);
    expect(found).toMatchObject({
      read: "ERR_ACCESS_DENIED",
      passwords: "ERR_ACCESS_DENIED",
      environ: "ERR_ACCESS_DENIED",
      write: "ERR_ACCESS_DENIED",
      run: "ERR_ACCESS_DENIED",
      worker: "ERR_ACCESS_DENIED",
      connect: "Parsers have no network access",
      fetch: "Parsers have no network access",
    });
    expect(connections).toBe(0);
  });

  test.each<[string, Partial<ProcessLimits>, string, boolean]>([
    ["hang", { timeoutMs: 700 }, "timeout", true],
    ["flood", { outputBytes: 3 * 1024 * 1024 }, "output_too_large", false],
    ["eat-heap", { heapMegabytes: 64 }, "memory", false],
    ["eat-buffers", { memoryMegabytes: 300 }, "memory", false],
    ["crash", {}, "crashed", true],
    ["half-answer", {}, "crashed", true],
    ["no-answer-crash", {}, "crashed", true],
  ])("with the fault %s is ended and reported", async (command, limits, reason, retryable) => {
    const child = probe(limits);
    await expect(child.run(job(command), secret)).rejects.toMatchObject({
      name: "ExtractionError",
      reason,
      retryable,
      message: expect.stringMatching(/^[A-Z].*\.$/),
    });
    expect(isRunning(child.pid)).toBe(false);
  });

  test.each(["answer-crash", "answer-flood", "answer-forge", "answer-hang"])(
    "that fails at the preview (%s) still returns the document",
    async (command) => {
      const child = probe({ timeoutMs: 3_000 });
      const { reply, preview } = await child.run(job(command), secret);
      expect(readReply(reply).toString()).toBe("{}");
      expect(decodePreview(preview)).toBeNull();
      expect(isRunning(child.pid)).toBe(false);
    },
  );

  /** Any other error would be retried without end, because it would not count as an attempt at the file. */
  test.each<[string, (output: Buffer) => unknown]>([
    ["no-answer", readReply],
    ["answer", (output) => readParsedDocument(readReply(output))],
  ])("that succeeds with a response of another shape (%s) has crashed", async (command, read) => {
    const { reply } = await probe().run(job(command), secret);
    expect(() => read(reply)).toThrow(
      expect.objectContaining({ name: "ExtractionError", reason: "crashed", retryable: true }),
    );
  });

  test("is killed when the caller aborts", async () => {
    const child = probe();
    const controller = new AbortController();
    const run = child.run(job("hang"), secret, controller.signal);
    run.catch(() => undefined);
    await untilBusy(child.pid);
    controller.abort();
    await expect(run).rejects.toMatchObject({ reason: "aborted", retryable: true });
    expect(isRunning(child.pid)).toBe(false);
  });

  test("is killed at once if the caller had already aborted", async () => {
    const child = probe();
    await expect(child.run(job("hang"), secret, AbortSignal.abort())).rejects.toMatchObject({
      reason: "aborted",
    });
    expect(isRunning(child.pid)).toBe(false);
  });
});

test("children of a killed worker end by themselves: by closed input, or by the CPU limit", async () => {
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, [ORPHANS, PROBE, secret], (_killed, stdout) => resolve(stdout));
  });
  const pids = JSON.parse(printed) as number[];
  expect(pids).toHaveLength(2);
  await waitFor(
    async () => pids.map(isRunning),
    (running) => !running.includes(true),
    30_000,
  );
});

describe("a hostile document", () => {
  const extract = async (content: Buffer, options = {}) => {
    const path = join(folder, "hostile.docx");
    await writeFile(path, content);
    const extractor = createExtractor({ prewarm: false, ...options });
    try {
      return (await extractor.extract(path, "docx")).document;
    } finally {
      await extractor.close();
    }
  };

  test("that expands enormously fails the zip check", async () => {
    await expect(extract(makeZipBombDocx())).rejects.toMatchObject({ reason: "zip_bomb", retryable: false });
  });

  test("that declares a false size is refused", async () => {
    await expect(extract(makeLyingDocx())).rejects.toMatchObject({
      reason: expect.stringMatching(/^(corrupt|memory)$/),
      retryable: false,
    });
  });

  test("that exceeds the parser's memory limit ends with that reason", async () => {
    const bomb = makeMemoryBombDocx(150_000);
    expect(bomb.length).toBeLessThan(2 * 1024 * 1024);
    await expect(extract(bomb, { heapMegabytes: 96 })).rejects.toMatchObject({ reason: "memory" });
  });

  test("that requests a file of the machine gets nothing", async () => {
    const result = await extract(makeEntityDocx(`file://${secret}`)).then(
      (document) => JSON.stringify(document),
      (error: Error) => error.message,
    );
    expect(result).not.toContain("top secret");
  });
});

test("an extractor continues after a failure, and closes without leftovers", async () => {
  const [bad, good] = [join(folder, "bad.pdf"), join(folder, "good.pdf")];
  await writeFile(bad, "%PDF-1.7 and nothing else");
  await writeFile(good, await makePdf({ pages: [["Still alive after a broken file"]] }));
  const extractor = createExtractor();
  await expect(extractor.extract(bad, "pdf")).rejects.toMatchObject({ reason: "corrupt" });
  const { document } = await extractor.extract(good, "pdf");
  expect(document.blocks).toEqual([{ kind: "paragraph", text: "Still alive after a broken file", page: 1 }]);
  await extractor.close();
  await expect(extractor.extract(good, "pdf")).rejects.toMatchObject({ reason: "aborted" });
});

test("an extractor whose waiting child was killed still starts the next one in advance", async () => {
  const file = join(folder, "after-a-kill.pdf");
  await writeFile(file, await makePdf({ pages: [["Read by another child"]] }));
  const extractor = createExtractor();
  const waiting = () =>
    processTree(process.pid).filter((pid) => commandLineOf(pid).includes(parserProgram()));
  expect(waiting()).toEqual([]);
  await extractor.extract(file, "pdf");
  const [first] = waiting();
  process.kill(first!, "SIGKILL");
  await waitFor(
    async () => isRunning(first),
    (is) => !is,
  );
  expect((await extractor.extract(file, "pdf")).document.blocks).toHaveLength(1);
  await waitFor(
    async () => waiting().length,
    (count) => count === 1,
  );
  await extractor.close();
  expect(waiting()).toEqual([]);
});

test("only their owner can change the parsers' program, which has a script for each format", async () => {
  expect(areParsersFresh()).toBe(true);
  const program = dirname(parserProgram());
  expect((await stat(program)).mode & 0o022).toBe(0);
  const pieces = (await readdir(program)).join(" ");
  const scripts = ["pdf", "doc", "docx", "xls", "xlsx", "png", "jpg"].map(
    (format) => `parse-document-${format}.cjs`,
  );
  for (const name of ["main.mjs", ...scripts]) expect(pieces).toContain(name);
});
