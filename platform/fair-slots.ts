import { AppError } from "./errors.ts";

export interface FairSlotsOptions {
  /** What waits here, in the plural, for people: "searches". */
  what: string;
  /** How much of it goes on at once. */
  slots: number;
  /** How much of that may be one caller's, so that somebody else finds a slot free; all of it unless said otherwise. */
  slotsEach?: number;
  /** How much of one caller's may wait; what comes beyond that is refused at once. */
  waitingEach: number;
  /** The longest wait. */
  waitMs: number;
}

export interface FairSlots {
  /**
   * Runs `work` when its caller's turn comes. Throws RATE_LIMITED when too much of the caller's waits already,
   * SERVICE_UNAVAILABLE when no slot came free in time, both with how long to wait, and the signal's reason when the caller
   * went away meanwhile. Work that has begun is not interrupted: it watches the signal itself.
   */
  run<T>(caller: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

interface Caller {
  running: number;
  /** Each starts its work; in the order in which they came. */
  readonly waiting: Set<() => void>;
}

/** Long enough for a line to get shorter. */
const RETRY_AFTER_SECONDS = 1;

class Slots implements FairSlots {
  readonly #options: Required<FairSlotsOptions>;
  /** Those with work under way or waiting; whose work ended last comes last. */
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

  /** Resolves when the caller has a slot. */
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
      });
    }
    const late = () =>
      reject(
        new AppError("SERVICE_UNAVAILABLE", `Too many ${what} are in progress: try again shortly`, {
          retryAfter: RETRY_AFTER_SECONDS,
          expected: true,
        }),
      );
    const timer = setTimeout(late, waitMs);
    const onAbort = () => reject(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      await promise;
    } catch (error) {
      this.#forget(name, resolve);
      throw error;
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
    // Behind all who wait already.
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

  /** Who waits and has least under way; among equals, whose work ended longest ago. */
  #next(): Caller | undefined {
    let least: Caller | undefined;
    for (const caller of this.#callers.values()) {
      if (caller.waiting.size === 0 || caller.running >= this.#options.slotsEach) continue;
      if (least === undefined || caller.running < least.running) least = caller;
    }
    return least;
  }
}

/** Slots for work that callers compete for: whoever has least under way is served next, however much others ask. */
export function createFairSlots(options: FairSlotsOptions): FairSlots {
  return new Slots(options);
}
