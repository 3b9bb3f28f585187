import { sendFile, type Uploaded } from "./send-file.ts";

/** Concurrent uploads. */
const AT_ONCE = 3;

export interface NewEvidence {
  projectId: string;
  controlId: string;
  title: string;
  file: File;
}

export interface Upload {
  key: number;
  wanted: NewEvidence;
  state:
    | { kind: "waiting" }
    | { kind: "sending"; share: number }
    | { kind: "there"; evidence: Uploaded }
    | { kind: "failed"; error: unknown };
}

const requestOf = ({ projectId, controlId, title, file }: NewEvidence) => ({
  to: "/api/v1/evidence" as const,
  fields: { project_id: projectId, control_id: controlId, title },
  file,
});

let uploads: readonly Upload[] = [];
let added = 0;
let leaving = new AbortController();
const watchers = new Set<() => void>();

function set(next: readonly Upload[]): void {
  uploads = next;
  for (const watch of watchers) watch();
}

const setState = (key: number, state: Upload["state"]): void =>
  set(uploads.map((upload) => (upload.key === key ? { ...upload, state } : upload)));

const isOpen = ({ state }: Upload): boolean => state.kind === "waiting" || state.kind === "sending";

async function send({ key, wanted }: Upload, onSent: () => void): Promise<void> {
  const onProgress = (share: number) => setState(key, { kind: "sending", share });
  try {
    const evidence = await sendFile(requestOf(wanted), { onProgress, signal: leaving.signal });
    setState(key, { kind: "there", evidence });
    onSent();
  } catch (error) {
    setState(key, { kind: "failed", error });
  }
  sendNext(onSent);
}

function sendNext(onSent: () => void): void {
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
      ...wanted.map((one): Upload => ({ key: added++, wanted: one, state: { kind: "waiting" } })),
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
  },
  watch(watch: () => void): () => void {
    watchers.add(watch);
    return () => void watchers.delete(watch);
  },
};
