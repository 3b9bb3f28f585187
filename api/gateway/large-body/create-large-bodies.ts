import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { MessageChannel, Worker, receiveMessageOnPort, type MessagePort } from "node:worker_threads";
import { AppError, invalid, type FieldError } from "../../../platform/errors.ts";
import { createFairSlots } from "../../../platform/concurrency/fair-slots.ts";
import type { LargeBody } from "../../route.ts";
import { joinPiece } from "./body-pieces.ts";
import type { BodyAnswer, BodyTask } from "./body-thread.ts";

const ENTRY = new URL("./body-thread.ts", import.meta.url);
/** Several times what the largest allowed body takes. */
const LIMITS = { heapMegabytes: 512, timeoutMs: 20_000 };
const SLOTS = { what: "large bodies", slots: 1, waitingEach: 4, waitMs: 20_000 } as const;

export interface CheckedBody {
  body: unknown;
  /** SHA-256 of the bytes. */
  bodyDigest: string;
}

export interface LargeBodies {
  /**
   * Parses and validates a body in a thread with limits, so that it does not delay other requests. `caller`
   * identifies the sender: callers take turns. Throws VALIDATION_ERROR for an invalid body, and RATE_LIMITED
   * or SERVICE_UNAVAILABLE if too many are waiting.
   */
  read(caller: string, bytes: Buffer, asked: LargeBody): Promise<CheckedBody>;
}

function startThread(heapMegabytes: number): Worker {
  const thread = new Worker(ENTRY, { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes }, env: {} });
  // An idle thread must not keep this process alive, and its death must not end it: callers waiting for a
  // result are notified.
  thread.unref();
  thread.on("error", () => undefined);
  return thread;
}

/** Yields to other work in between. */
async function collect(port: MessagePort): Promise<unknown> {
  let body: Record<string, unknown> = {};
  for (;;) {
    const received = receiveMessageOnPort(port);
    if (received === undefined) return body;
    body = joinPiece(body, received.message as string);
    await turn();
  }
}

const OVER_LIMITS: readonly unknown[] = ["ABORT_ERR", "ERR_WORKER_OUT_OF_MEMORY"];
const TOO_MUCH = "takes more time or memory to read than is allowed: send it in several parts";

async function readIn(
  thread: Worker,
  bytes: Buffer,
  asked: LargeBody,
  signal: AbortSignal,
): Promise<CheckedBody> {
  const { port1, port2 } = new MessageChannel();
  try {
    const answered = once(thread, "message", { signal });
    const task: BodyTask = { bytes, asked, port: port2 };
    thread.postMessage(task, [port2]);
    const [answer] = (await answered) as [BodyAnswer];
    if ("failure" in answer) throw answer.failure;
    if ("errors" in answer) throw invalid(...(answer.errors as [FieldError, ...FieldError[]]));
    return { body: await collect(port1), bodyDigest: answer.bodyDigest };
  } finally {
    port1.close();
  }
}

/** For an API process. */
export function createLargeBodies({ heapMegabytes, timeoutMs } = LIMITS): LargeBodies {
  const slots = createFairSlots(SLOTS);
  let thread: Worker | null = null;
  const read = async (bytes: Buffer, asked: LargeBody): Promise<CheckedBody> => {
    thread ??= startThread(heapMegabytes);
    const current = thread;
    current.ref();
    try {
      return await readIn(current, bytes, asked, AbortSignal.timeout(timeoutMs));
    } catch (error) {
      if (error instanceof AppError) throw error;
      // The next body gets a new thread.
      thread = null;
      await current.terminate();
      const { code } = error as { code?: unknown };
      throw OVER_LIMITS.includes(code) ? invalid({ field: "body", error: TOO_MUCH }) : error;
    } finally {
      current.unref();
    }
  };
  return { read: (caller, bytes, asked) => slots.run(caller, () => read(bytes, asked)) };
}
