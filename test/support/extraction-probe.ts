import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import { networkInterfaces } from "node:os";
import { Worker } from "node:worker_threads";
import { closeNetwork } from "../../extraction/parser/close-network.ts";
import type { ProbeJob } from "./extraction-probe-job.ts";

/*
 * A parser child that misbehaves on command: the first word of the job's `command` names the fault. It has the same
 * restrictions as the real one, and reports over the same pipe what succeeded.
 */

const output = new net.Socket({ fd: 3, readable: false, writable: true });
const preview = new net.Socket({ fd: 4, readable: false, writable: true });

function attempt(action: () => unknown): string {
  try {
    action();
    return "done";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
  }
}

function answer(document: object, andThen: () => void): void {
  const body = Buffer.from(JSON.stringify(document));
  output.write(`${JSON.stringify({ ok: true, bytes: body.length })}\n`);
  output.end(body, andThen);
}

function report(secretPath: string, port: number): void {
  closeNetwork();
  const found = {
    environment: Object.keys(process.env),
    read: attempt(() => readFileSync(secretPath)),
    passwords: attempt(() => readFileSync("/etc/shadow")),
    environ: attempt(() => readFileSync("/proc/self/environ")),
    write: attempt(() => writeFileSync(`${secretPath}.copy`, "x")),
    run: attempt(() => execFileSync("/bin/true")),
    worker: attempt(() => new Worker("", { eval: true })),
    connect: attempt(() => net.connect(port, "127.0.0.1")),
    fetch: attempt(() => fetch(`http://127.0.0.1:${port}/`)),
  };
  answer(found, () => process.exit(0));
}

/** Acts like native code, which JavaScript's restrictions do not bind: only the system's remain. */
function reach(port: number): void {
  const found = { user: process.getuid?.(), networks: Object.keys(networkInterfaces()) };
  const socket = net.connect(port, "127.0.0.1");
  const finish = (connect: string) => answer({ ...found, connect }, () => process.exit(0));
  socket.once("connect", () => finish("done"));
  socket.once("error", (error: NodeJS.ErrnoException) => finish(error.code ?? ""));
}

function flood(pipe: net.Socket): void {
  pipe.write("x".repeat(1024 * 1024), () => flood(pipe));
}

function eatHeap(): void {
  const kept: string[][] = [];
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, i) => `${kept.length}/${i}`));
}

/**
 * Allocates memory outside the JavaScript heap in small steps, so that the event loop and the watcher notice.
 */
function eatBuffers(): void {
  const kept: Buffer[] = [];
  setInterval(() => kept.push(Buffer.alloc(16 * 1024 * 1024, 1)), 5);
}

async function readJob(): Promise<ProbeJob> {
  let input = "";
  for await (const part of process.stdin.setEncoding("utf8") as AsyncIterable<string>) input += part;
  return JSON.parse(input.slice(0, input.indexOf("\n"))) as ProbeJob;
}

const [command, first = "", second = ""] = (await readJob()).command;
if (command === "report") report(first, Number(second));
else if (command === "reach") reach(Number(first));
else if (command === "flood") flood(output);
else if (command === "eat-heap") eatHeap();
else if (command === "eat-buffers") eatBuffers();
else if (command === "crash") process.abort();
else if (command === "half-answer") output.write(`{"ok":true,"bytes":100}\n{}`, () => process.abort());
else if (command === "no-answer") output.end("neither JSON\nnor a document", () => process.exit(0));
else if (command === "no-answer-crash") output.write("neither JSON\n", () => process.abort());
else if (command === "answer-crash") answer({}, () => process.abort());
else if (command === "answer") answer({}, () => process.exit(0));
else if (command === "answer-hang")
  answer({}, () => {
    for (;;);
  });
else if (command === "answer-flood") answer({}, () => flood(preview));
else if (command === "answer-forge") answer({}, () => preview.end("\xff\xff\xff\xff", () => process.exit(0)));
else for (;;);
