import { setTimeout as sleep } from "node:timers/promises";
import { decodeJwt } from "jose";
import type { Request, Response } from "express";
import { decide } from "../../domain/access/decide.ts";
import { eventAccess } from "../../domain/history/event.access.ts";
import type { Actor } from "../../domain/actor.ts";
import { EventTail, type SeenEvent } from "../../domain/history/event-tail.ts";
import type { Clock } from "../../platform/clock.ts";
import { unauthorized, unavailable } from "../../platform/errors.ts";
import { createFairSlots } from "../../platform/concurrency/fair-slots.ts";
import type { Wake } from "../../platform/database/listen.ts";
import type { Logger } from "../../platform/logger.ts";
import type { Orm } from "../../platform/database/orm.ts";
import { beginEventStream } from "../../platform/web/begin-event-stream.ts";
import type { Authenticator } from "../gateway/authenticator.ts";
import { EventListener, type StreamMessage } from "./event-listener.ts";

interface LiveEventsDeps {
  /** For the service itself: one reader serves all clients. */
  orm: Orm;
  authenticator: Pick<Authenticator, "authenticateAgain">;
  /** Notifies when events are committed. */
  listen: () => Wake;
  /** Notifies when sessions or API keys have ended. */
  listenForEnds: () => Wake;
  clock: Clock;
  logger: Logger;
}

export interface EventClient {
  actor: Actor;
  request: Request;
  /** Whether the client requested such events; access is checked elsewhere. */
  wants: (event: SeenEvent) => boolean;
  present: (event: SeenEvent) => StreamMessage;
  /** The events that the client missed. */
  missed: () => Promise<readonly StreamMessage[]>;
}

export interface LiveEvents {
  /** Streams visible events to the client until it disconnects or its credential ends. */
  stream(listening: EventClient, response: Response): Promise<void>;
  stop(): Promise<void>;
}

/** The interval if no notification arrives. */
const POLL_MS = 2_000;
/** Every commit sends a notification: events within this time are read together. */
const TOGETHER_MS = 100;
const BEAT_MS = 15_000;
const AGAIN_MS = 1_000;
/** How long a browser waits before it reconnects. */
const RETRY = "retry: 2000\n\n";
const STREAMS = { what: "event streams", slots: 500, slotsEach: 10, waitingEach: 0, waitMs: 0 };

/** The rights that must not change during a stream; with other rights, clients reconnect. */
const rightsOf = ({ id, role, managerId, demoAllowed, scopes, projectIds }: Actor): string =>
  JSON.stringify([id, role, managerId, demoAllowed, scopes, projectIds]);

/**
 * The expiry of the caller's access token, which has been verified. Console sessions and keys have their own
 * checks.
 */
function tokenEndOf(request: Request): number {
  const token = /^bearer +(\S+)$/i.exec(request.get("authorization") ?? "")?.[1];
  return token === undefined ? Infinity : (decodeJwt(token).exp ?? 0) * 1_000;
}

interface Member extends Pick<EventClient, "actor" | "wants" | "present"> {
  listener: EventListener;
}

/**
 * Those who saw a project also receive its deletion, although they no longer see it: their pages show it. The
 * event says who they were, because the project's row may be gone.
 */
const sawDeleted = ({ id, projectIds }: Actor, { heardBy, project }: SeenEvent): boolean =>
  heardBy?.includes(id) === true &&
  (projectIds === null || (project !== null && projectIds.includes(project.id)));

const offerTo = ({ listener, actor, wants, present }: Member, events: readonly SeenEvent[]): void => {
  const visible = events.filter(
    (event) =>
      wants(event) && (decide(actor, eventAccess["event.read"], event).allowed || sawDeleted(actor, event)),
  );
  if (visible.length > 0) listener.offer(visible.map(present));
};

class Feed implements LiveEvents {
  readonly #deps: LiveEventsDeps;
  readonly #members = new Set<Member>();
  readonly #streams = createFairSlots(STREAMS);
  readonly #stopping = new AbortController();
  readonly #beat: NodeJS.Timeout;
  /** Resolves when the reader has started; null without clients. */
  #begun: Promise<void> | null = null;
  #reading: Promise<void> = Promise.resolve();

  constructor(deps: LiveEventsDeps) {
    this.#deps = deps;
    const beat = (): void => this.#members.forEach(({ listener }) => void listener.beat());
    this.#beat = setInterval(beat, BEAT_MS).unref();
  }

  stream(listening: EventClient, response: Response): Promise<void> {
    return this.#streams.run(listening.actor.id, () => this.#listen(listening, response));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#beat);
    for (const { listener } of this.#members) listener.end();
    await this.#reading;
  }

  async #listen({ missed, ...listening }: EventClient, response: Response): Promise<void> {
    this.#requireRunning();
    const requireSame = (): Promise<void> => this.#requireSame(listening);
    const listener = new EventListener(response, { requireSame, logger: this.#deps.logger });
    const member = { ...listening, listener };
    this.#members.add(member);
    try {
      await this.#begin();
      const visible = await missed();
      this.#requireRunning();
      beginEventStream(response);
      response.write(RETRY);
      listener.open(visible);
      await listener.ended;
    } finally {
      this.#members.delete(member);
    }
  }

  #requireRunning(): void {
    if (this.#stopping.signal.aborted) throw unavailable("The service is stopping: try again shortly");
  }

  /** Throws unless the credential still has the same rights. */
  async #requireSame({ request, actor }: Pick<EventClient, "request" | "actor">): Promise<void> {
    if (tokenEndOf(request) <= this.#deps.clock.now().getTime())
      throw unauthorized("The access token has expired");
    const { actor: now } = await this.#deps.authenticator.authenticateAgain(request);
    if (rightsOf(now) !== rightsOf(actor)) throw unauthorized("The caller's rights have changed");
  }

  /** One reader for all clients: it starts with the first and stops after the last. */
  #begin(): Promise<void> {
    if (this.#begun !== null) return this.#begun;
    const tail = new EventTail();
    const begun = tail.begin({ em: this.#deps.orm.em.fork() }, this.#deps.clock.now().getTime());
    this.#begun = begun;
    this.#reading = begun.then(
      () => this.#read(tail),
      () => void (this.#begun = null),
    );
    return begun;
  }

  /**
   * Not `runRounds`: it ends with the last client, and pauses between rounds so that commits are read
   * together.
   */
  async #read(tail: EventTail): Promise<void> {
    const { signal } = this.#stopping;
    const left = new AbortController();
    const checking = this.#checkEnds(AbortSignal.any([signal, left.signal]));
    const wake = this.#deps.listen();
    while (this.#members.size > 0 && !signal.aborted) {
      await wake.next(POLL_MS, signal);
      const hasRead = await this.#readOnce(tail);
      await sleep(hasRead ? TOGETHER_MS : AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
    // Reset at once, so that the next client starts a new reader.
    this.#begun = null;
    left.abort();
    await Promise.all([wake.close(), checking]);
  }

  /** A browser whose session was ended elsewhere learns it at once, not at the next beat. */
  async #checkEnds(signal: AbortSignal): Promise<void> {
    const wake = this.#deps.listenForEnds();
    let ended = wake.next(BEAT_MS, signal);
    while (!signal.aborted) {
      await ended;
      // Also for what ends during the pause.
      ended = wake.next(BEAT_MS, signal);
      for (const { listener } of this.#members) void listener.check();
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
    await wake.close();
  }

  async #readOnce(tail: EventTail): Promise<boolean> {
    try {
      const events = await tail.next({ em: this.#deps.orm.em.fork() }, this.#deps.clock.now().getTime());
      if (events.length > 0) for (const member of this.#members) offerTo(member, events);
      return true;
    } catch (error) {
      this.#deps.logger.warn({ err: error }, "could not read events for open streams; will retry");
      return false;
    }
  }
}

/** Live events for the clients of this process. */
export const createLiveEvents = (deps: LiveEventsDeps): LiveEvents => new Feed(deps);
