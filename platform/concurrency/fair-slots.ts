import { AppError, unavailable } from "../errors.ts";

export interface FairSlotsOptions {
  /** The plural name of the work for error messages: "searches". */
  what: string;
  /** How many run at once. */
  slots: number;
  /** How many may run for one caller, so that others find a free slot; all of them by default. */
  slotsEach?: number;
  /** How many may wait for one caller; more are refused at once. */
  waitingEach: number;
  /** The longest waiting time. */
  waitMs: number;
}

export interface FairSlots {
  /**
   * Runs `work` when it is the caller's turn. Throws RATE_LIMITED if too much work of the caller is already
   * waiting and SERVICE_UNAVAILABLE if no slot became free in time, both with a retry delay, and the signal's
   * reason if the caller disconnected. Running work is not interrupted: it watches the signal itself.
   */
  run<T>(caller: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

interface Caller {
  running: number;
  /** Functions that start the waiting work, in order of arrival. */
  readonly waiting: Set<() => void>;
}

/** Long enough for the queue to get shorter. */
const RETRY_AFTER_SECONDS = 1;

class Slots implements FairSlots {
  readonly #options: Required<FairSlotsOptions>;
  /** Callers with running or waiting work; the caller whose work ended last is last. */
  readonly #callers = new Map<string, Caller>();
  #free: number;

  constructor(options: FairSlotsOptions) {
    this.#options = { slotsEach: options.slots, ...options };
    this.#free = options.slots;
  }

  async run<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    await this.#turnOf(name, signal);
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      this.#leave(name);
    }
  }

  #callerOf(name: string): Caller {
    const known = this.#callers.get(name) ?? { running: 0, waiting: new Set() };
    this.#callers.set(name, known);
    return known;
  }

  /** Resolves once the caller has a slot. */
  async #turnOf(name: string, signal: AbortSignal | undefined): Promise<void> {
    const { what, waitingEach, waitMs } = this.#options;
    const caller = this.#callerOf(name);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    caller.waiting.add(resolve);
    this.#serve();
    if (!caller.waiting.has(resolve)) return;
    if (caller.waiting.size > waitingEach) {
      this.#forget(name, resolve);
      throw new AppError("RATE_LIMITED", `Too many of your ${what} are in progress: try again shortly`, {
        retryAfter: RETRY_AFTER_SECONDS,
        details: { reason: "too_many_at_once" },
      });
    }
    // Forgotten before the rejection arrives: until then, a slot could become free, and be lost to this work.
    const giveUp = (reason: unknown): void => {
      this.#forget(name, resolve);
      reject(reason);
    };
    const late = () =>
      giveUp(
        unavailable(`Too many ${what} are in progress: try again shortly`, {
          retryAfter: RETRY_AFTER_SECONDS,
          details: { reason: "too_many_at_once" },
          expected: true,
        }),
      );
    const timer = setTimeout(late, waitMs);
    const onAbort = () => giveUp(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  #forget(name: string, start: () => void): void {
    const caller = this.#callerOf(name);
    caller.waiting.delete(start);
    if (caller.running === 0 && caller.waiting.size === 0) this.#callers.delete(name);
  }

  #leave(name: string): void {
    const caller = this.#callerOf(name);
    caller.running -= 1;
    this.#free += 1;
    // Move behind all waiting callers.
    this.#callers.delete(name);
    if (caller.running > 0 || caller.waiting.size > 0) this.#callers.set(name, caller);
    this.#serve();
  }

  #serve(): void {
    while (this.#free > 0) {
      const next = this.#next();
      if (next === undefined) return;
      const [start] = next.waiting;
      if (start === undefined) return;
      next.waiting.delete(start);
      next.running += 1;
      this.#free -= 1;
      start();
    }
  }

  /** The waiting caller with the least running work; among equals, the one whose work ended longest ago. */
  #next(): Caller | undefined {
    let least: Caller | undefined;
    for (const caller of this.#callers.values()) {
      if (caller.waiting.size === 0 || caller.running >= this.#options.slotsEach) continue;
      if (least === undefined || caller.running < least.running) least = caller;
    }
    return least;
  }
}

/**
 * Slots for which callers compete: the caller with the least running work is served next, however much others
 * request.
 */
export function createFairSlots(options: FairSlotsOptions): FairSlots {
  return new Slots(options);
}
