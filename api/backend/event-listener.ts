import { once } from "node:events";
import type { Response } from "express";
import type { Logger } from "../../platform/logger.ts";

/** What is sent to whoever listens. */
export interface Message {
  id: string;
  text: string;
}

/** More than this waits for nobody: whoever reads so slowly comes back and asks for what they missed. */
const MOST_WAITING = 1_000;
/** How long somebody may take to fetch what the buffers of one connection hold. */
const PATIENCE_MS = 30_000;

export interface ListenerDeps {
  /** Throws unless the caller is still who they were, with the rights they had. */
  requireSame: () => Promise<void>;
  logger: Logger;
}

/** Sends one caller what they are told, in order, as fast as they fetch it, and nothing once they are nobody. */
export class EventListener {
  readonly #response: Response;
  readonly #deps: ListenerDeps;
  readonly #waiting: Message[] = [];
  /** What was sent as missed: the reader may come upon it, too. */
  readonly #told = new Set<string>();
  #sending = false;
  #isOpen = false;
  /** Resolves when it is over, whoever ended it. */
  readonly ended: Promise<void>;

  constructor(response: Response, deps: ListenerDeps) {
    this.#response = response;
    this.#deps = deps;
    this.ended = response.closed
      ? Promise.resolve()
      : new Promise((resolve) => void response.once("close", () => resolve()));
  }

  /** What came meanwhile is sent after what they missed. */
  open(missed: readonly Message[]): void {
    const since = this.#waiting.splice(0);
    this.#isOpen = true;
    this.offer(missed);
    for (const { id } of missed) this.#told.add(id);
    this.offer(since);
  }

  offer(messages: readonly Message[]): void {
    this.#waiting.push(...messages.filter(({ id }) => !this.#told.has(id)));
    if (this.#waiting.length > MOST_WAITING) this.#response.destroy();
    else void this.#send();
  }

  /** Ends the stream in good order; the caller may come back. */
  end(): void {
    this.#waiting.length = 0;
    this.#response.end();
    setTimeout(() => this.#response.destroy(), PATIENCE_MS).unref();
  }

  /** Shows that the connection lives, or ends it where the caller is nobody any more. */
  async beat(): Promise<void> {
    if (!this.#isOpen || this.#sending || !(await this.#isSame())) return;
    if (!this.#sending) this.#write(": still here\n\n");
  }

  async #isSame(): Promise<boolean> {
    try {
      await this.#deps.requireSame();
      return true;
    } catch (error) {
      this.#deps.logger.debug({ err: error }, "a stream of events has ended with its caller's rights");
      this.end();
      return false;
    }
  }

  #write(text: string): boolean {
    return this.#response.writableEnded || this.#response.write(text);
  }

  async #send(): Promise<void> {
    if (this.#sending || !this.#isOpen) return;
    this.#sending = true;
    try {
      while (this.#waiting.length > 0 && (await this.#isSame())) {
        const text = this.#waiting.splice(0).map((message) => message.text);
        if (!this.#write(text.join(""))) await this.#drained();
      }
    } finally {
      this.#sending = false;
    }
  }

  /** Until there is room again; whoever makes none is cut off. */
  async #drained(): Promise<void> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const closed = this.ended.then(() => undefined);
    await Promise.race([once(this.#response, "drain", { signal }), closed]).catch(() =>
      this.#response.destroy(),
    );
  }
}
