import { setImmediate as turn } from "node:timers/promises";
import { MessageChannel, receiveMessageOnPort, type MessagePort } from "node:worker_threads";
import { Piscina } from "piscina";
import { invalid } from "../../../platform/errors.ts";
import { createFairSlots } from "../../../platform/concurrency/fair-slots.ts";
import type { LargeBody } from "../../route.ts";
import { joinPiece } from "./body-pieces.ts";
import type { BodyAnswer, BodyTask } from "./body-thread.ts";

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
  read(caller: string, bytes: Buffer, expected: LargeBody): Promise<CheckedBody>;
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

const TOO_MUCH = "needs more time or memory to read than is allowed: send it in several parts";

const isOverLimits = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === "AbortError" || ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"));

/** For an API process. */
export function createLargeBodies({ heapMegabytes, timeoutMs } = LIMITS): LargeBodies {
  const slots = createFairSlots(SLOTS);
  const thread = new Piscina<BodyTask, BodyAnswer>({
    filename: new URL("./body-thread.ts", import.meta.url).href,
    name: "readBody",
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Infinity,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    env: {},
  });
  // The death of an idle thread must not end this process: the next body gets a new one.
  thread.on("error", () => undefined);
  const read = async (bytes: Buffer, expected: LargeBody): Promise<CheckedBody> => {
    const { port1, port2 } = new MessageChannel();
    const options = { transferList: [port2], signal: AbortSignal.timeout(timeoutMs) };
    try {
      const answer = await thread.run({ bytes, expected, port: port2 }, options);
      if ("errors" in answer) throw invalid(...answer.errors);
      return { body: await collect(port1), bodyDigest: answer.bodyDigest };
    } catch (error) {
      throw isOverLimits(error) ? invalid({ field: "body", error: TOO_MUCH }) : error;
    } finally {
      port1.close();
    }
  };
  return { read: (caller, bytes, expected) => slots.run(caller, () => read(bytes, expected)) };
}
