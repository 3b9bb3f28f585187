import { serverTime } from "../http/server-time.ts";

const NAME = "console.live";
const STREAM = "/api/v1/events/stream";
/** The browser reconnects by itself, except after a refusal. */
const AGAIN_MS = 15_000;
/** The API sends something every 15 seconds. What was silent for longer has been cut unnoticed, as by a sleep. */
const SILENT_MS = 40_000;
const LOOK_MS = 5_000;

/** The messages of the stream: an event, its own state, or a notice of missed events. */
export type StreamNews = { is: "event"; kind: string } | { is: "open" } | { is: "down" } | { is: "missed" };
type Message = StreamNews | { is: "hello" };
type Listener = (news: StreamNews) => void;

/** Calls `onSilence` once nothing of the open stream has arrived for too long; returns a function that ends this. */
function watchSilence(source: EventSource, onSilence: () => void): () => void {
  let lastAt = Date.now();
  for (const kind of ["open", "message", "reset", "beat"])
    source.addEventListener(kind, () => (lastAt = Date.now()));
  const timer = setInterval(() => {
    if (source.readyState === EventSource.OPEN && Date.now() - lastAt > SILENT_MS) onSilence();
  }, LOOK_MS);
  return () => clearInterval(timer);
}

/** Opens the stream, until `signal` aborts, with what happened since a time of the service if there is one. */
function openStream(listener: Listener, signal: AbortSignal, since: string | null = null): void {
  if (signal.aborted) return;
  const source = new EventSource(since === null ? STREAM : `${STREAM}?since=${since}`);
  let again: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    source.close();
    clearTimeout(again);
    endWatch();
    signal.removeEventListener("abort", end);
  };
  const endWatch = watchSilence(source, () => {
    end();
    listener({ is: "down" });
    openStream(listener, signal);
  });
  source.addEventListener("open", () => listener({ is: "open" }));
  source.addEventListener("message", ({ data }) => {
    const { event: kind } = JSON.parse(data as string) as { event: string };
    listener({ is: "event", kind });
  });
  source.addEventListener("reset", () => listener({ is: "missed" }));
  source.addEventListener("error", () => {
    listener({ is: "down" });
    if (source.readyState !== EventSource.CLOSED) return;
    endWatch();
    again = setTimeout(() => openStream(listener, signal), AGAIN_MS);
  });
  signal.addEventListener("abort", end);
}

/**
 * Over HTTP/1.1 a browser has six connections to us, and a stream takes one of them: one window of the browser
 * has the stream and shares it. Ends with `signal`. `from` is a time of the service after which the page may have read
 * its data.
 */
function shareStream(listener: Listener, signal: AbortSignal, from: string | null): void {
  const channel = new BroadcastChannel(NAME);
  /** Null in a window that listens to another one. */
  let state: StreamNews | null = null;
  let since = from;
  const share: Listener = (news) => {
    if (news.is === "open" || news.is === "down") state = news;
    channel.postMessage(news);
    listener(news);
  };
  channel.addEventListener("message", ({ data }) => {
    const message = data as Message;
    if (message.is !== "hello") {
      // Until now another window had the stream: without it, everything is read again.
      since = null;
      listener(message);
    } else if (state !== null) channel.postMessage(state);
  });
  channel.postMessage({ is: "hello" } satisfies Message);
  const { promise: end, resolve } = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => {
    if (state !== null) channel.postMessage({ is: "down" } satisfies Message);
    channel.close();
    resolve();
  });
  const lead = (): Promise<void> => {
    openStream(share, signal, since);
    return end;
  };
  navigator.locks.request(NAME, { signal }, lead).catch(() => undefined);
}

/**
 * Calls `listener` with the messages while the window is visible. Returns a function that ends this. Over
 * plain http, except on the user's own machine, browsers have no locks, so no messages arrive.
 */
export function subscribeToEvents(listener: Listener): () => void {
  if (!("locks" in navigator)) return () => undefined;
  let visible = new AbortController();
  // Only the first stream of a page: after any other, everything is read again.
  let since = serverTime();
  const look = (): void => {
    visible.abort();
    if (document.visibilityState === "hidden") listener({ is: "down" });
    else {
      visible = new AbortController();
      shareStream(listener, visible.signal, since);
    }
    since = null;
  };
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    document.removeEventListener("visibilitychange", look);
    visible.abort();
  };
}
