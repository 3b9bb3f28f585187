import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

const ANSWER_MS = 4_000;
const SILENCE_MS = 30_000;
const MEGABYTE = 1_000_000;

/** Whether the URL answers within seconds, so that an offline machine does not wait. */
export async function answers(url) {
  try {
    const response = await fetch(url, { method: "HEAD", signal: AbortSignal.timeout(ANSWER_MS) });
    return response.ok;
  } catch {
    return false;
  }
}

export async function fetchText(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(SILENCE_MS) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.text();
}

/**
 * Saves the URL to a file; returns its SHA-512 in hex. Aborts if the answer does not begin within `answerMs`, and
 * after 30 s without a byte.
 */
export async function download(url, file, { report = () => undefined, answerMs = SILENCE_MS } = {}) {
  const silence = new AbortController();
  let timer;
  const expectWithin = (ms) => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(new Error(`${url} sent nothing for ${ms / 1_000} s`)), ms);
  };
  expectWithin(answerMs);
  try {
    const response = await fetch(url, { signal: silence.signal });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    const total = Number(response.headers.get("content-length") ?? 0);
    const hash = createHash("sha512");
    let received = 0;
    const count = new Transform({
      transform(chunk, _encoding, next) {
        expectWithin(SILENCE_MS);
        received += chunk.length;
        hash.update(chunk);
        report(`downloading ${Math.floor(received / MEGABYTE)} of ${Math.ceil(total / MEGABYTE)} MB`);
        next(null, chunk);
      },
    });
    expectWithin(SILENCE_MS);
    await pipeline(response.body, count, createWriteStream(file), { signal: silence.signal });
    return hash.digest("hex");
  } finally {
    clearTimeout(timer);
  }
}
