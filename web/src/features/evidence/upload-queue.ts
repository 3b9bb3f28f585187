import { ApiError } from "../../http/api-error.ts";
import { sendFile, type Uploaded } from "./send-file.ts";

/** Concurrent uploads. */
const AT_ONCE = 3;
/** Until the next try without a connection, whose return the browser does not always notice. */
const AGAIN_MS = 5_000;

export interface NewEvidence {
  projectId: string;
  controlId: string;
  title: string;
  file: File;
}

export interface Upload {
  key: number;
  wanted: NewEvidence;
  /** The connection may be lost after the file has arrived: then it must not be stored twice. */
  onceKey: string;
  state:
    | { kind: "waiting" }
    /** Sent again once the connection is back. */
    | { kind: "lost" }
    | { kind: "sending"; share: number }
    | { kind: "there"; evidence: Uploaded }
    | { kind: "failed"; error: unknown };
}

const requestOf = ({ wanted: { projectId, controlId, title, file }, onceKey }: Upload) => ({
  to: "/api/v1/evidence" as const,
  fields: { project_id: projectId, control_id: controlId, title },
  file,
  key: onceKey,
});

/** `crypto.randomUUID` is missing where the console is used over plain http. */
const newKey = (): string => [...crypto.getRandomValues(new Uint32Array(4))].join("-");

/** Without an answer, or because an earlier try is still being answered. */
const isLost = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.reason === "request_in_progress");

let uploads: readonly Upload[] = [];
let added = 0;
let leaving = new AbortController();
/** Ends the pause without a connection; null while there is one. */
let resume: (() => void) | null = null;
const watchers = new Set<() => void>();

function set(next: readonly Upload[]): void {
  uploads = next;
  for (const watch of watchers) watch();
}

const setState = (key: number, state: Upload["state"]): void =>
  set(uploads.map((upload) => (upload.key === key ? { ...upload, state } : upload)));

const isOpen = ({ state }: Upload): boolean => ["waiting", "lost", "sending"].includes(state.kind);

/** Nothing is sent until the browser or the next try finds the connection. */
function pause(onSent: () => void): void {
  if (resume !== null) return;
  const again = setTimeout(() => resume?.(), AGAIN_MS);
  resume = () => {
    clearTimeout(again);
    window.removeEventListener("online", resume!);
    resume = null;
    set(uploads.map((one) => (one.state.kind === "lost" ? { ...one, state: { kind: "waiting" } } : one)));
    sendNext(onSent);
  };
  window.addEventListener("online", resume);
}

async function send(upload: Upload, onSent: () => void): Promise<void> {
  const { key } = upload;
  const { signal } = leaving;
  const onProgress = (share: number) => setState(key, { kind: "sending", share });
  try {
    const evidence = await sendFile(requestOf(upload), { onProgress, signal });
    setState(key, { kind: "there", evidence });
    onSent();
  } catch (error) {
    if (signal.aborted) return;
    setState(key, isLost(error) ? { kind: "lost" } : { kind: "failed", error });
    if (isLost(error)) pause(onSent);
  }
  sendNext(onSent);
}

function sendNext(onSent: () => void): void {
  if (resume !== null) return;
  const sending = uploads.filter(({ state }) => state.kind === "sending").length;
  const next = uploads.filter(({ state }) => state.kind === "waiting").slice(0, AT_ONCE - sending);
  for (const upload of next) {
    setState(upload.key, { kind: "sending", share: 0 });
    void send(upload, onSent);
  }
}

/** Uploads a few files at a time, also after the user has gone to another page. `onSent` is called for each. */
export const uploadQueue = {
  current: (): readonly Upload[] => uploads,
  isSending: (): boolean => uploads.some(isOpen),
  add(wanted: readonly NewEvidence[], onSent: () => void): void {
    set([
      ...uploads,
      ...wanted.map((one): Upload => ({
        key: added++,
        wanted: one,
        onceKey: newKey(),
        state: { kind: "waiting" },
      })),
    ]);
    sendNext(onSent);
  },
  retry(key: number, onSent: () => void): void {
    setState(key, { kind: "waiting" });
    sendNext(onSent);
  },
  /** Removes those of a project that have arrived or failed. */
  clear: (projectId: string): void =>
    set(uploads.filter((upload) => upload.wanted.projectId !== projectId || isOpen(upload))),
  /** For one that is not being sent. */
  remove: (key: number): void => set(uploads.filter((upload) => upload.key !== key)),
  /** Ends with the session: the next user of this window neither sends nor sees them. */
  discard(): void {
    leaving.abort();
    leaving = new AbortController();
    set([]);
    resume?.();
  },
  watch(watch: () => void): () => void {
    watchers.add(watch);
    return () => void watchers.delete(watch);
  },
};
