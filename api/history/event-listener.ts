import { once } from "node:events";
import type { Response } from "express";
import type { Logger } from "../../platform/logger.ts";

/** A message for a listening client. */
export interface StreamMessage {
  id: string;
  text: string;
}

/** A client that is further behind is disconnected, and can resume later. */
const MAX_WAITING = 1_000;
/** A named message and no comment: browsers do not show comments to the page, which waits for signs of life. */
const BEAT = "event: beat\ndata: {}\n\n";
/** How long a client may take to read what the buffers of one connection hold. */
const PATIENCE_MS = 30_000;

interface ListenerDeps {
  /** Throws unless the caller still has the same identity and rights. */
  requireSame: () => Promise<void>;
  logger: Logger;
}

/** Sends messages to one client in order, as fast as it reads them, and none after its credential ends. */
export class EventListener {
  readonly #response: Response;
  readonly #deps: ListenerDeps;
  readonly #waiting: StreamMessage[] = [];
  /** Ids already sent as missed events: the reader may find them too. */
  readonly #sent = new Set<string>();
  #sending = false;
  #isOpen = false;
  /** Resolves at the end, for whatever reason. */
  readonly ended: Promise<void>;

  constructor(response: Response, deps: ListenerDeps) {
    this.#response = response;
    this.#deps = deps;
    this.ended = response.closed
      ? Promise.resolve()
      : new Promise((resolve) => void response.once("close", () => resolve()));
  }

  /** Live messages are sent after the missed ones. */
  open(missed: readonly StreamMessage[]): void {
    const since = this.#waiting.splice(0);
    this.#isOpen = true;
    this.offer(missed);
    for (const { id } of missed) this.#sent.add(id);
    this.offer(since);
  }

  offer(messages: readonly StreamMessage[]): void {
    this.#waiting.push(...messages.filter(({ id }) => !this.#sent.has(id)));
    if (this.#waiting.length > MAX_WAITING) this.#response.destroy();
    else void this.#send();
  }

  /** Ends an open stream normally; the client may reconnect. Before that, nothing has been sent that could end. */
  end(): void {
    if (!this.#isOpen) return;
    this.#waiting.length = 0;
    this.#response.end();
    setTimeout(() => this.#response.destroy(), PATIENCE_MS).unref();
  }

  /** Ends the connection if the credential has ended. */
  async check(): Promise<void> {
    if (this.#isOpen) await this.#isSame();
  }

  /** Sends a sign of life, or ends the connection if the credential has ended. */
  async beat(): Promise<void> {
    if (!this.#isOpen || this.#sending || !(await this.#isSame())) return;
    if (!this.#sending) this.#write(BEAT);
  }

  async #isSame(): Promise<boolean> {
    try {
      await this.#deps.requireSame();
      return true;
    } catch (error) {
      this.#deps.logger.debug({ err: error }, "an event stream ended because its caller lost access");
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

  /** Waits for buffer space; a client that does not read is disconnected. */
  async #drained(): Promise<void> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const closed = this.ended.then(() => undefined);
    await Promise.race([once(this.#response, "drain", { signal }), closed]).catch(() =>
      this.#response.destroy(),
    );
  }
}
