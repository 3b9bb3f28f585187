import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
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

/** Default title: the file name without its extension. */
export const titleOf = (fileName: string): string =>
  fileName.replace(/\.[^.]{1,5}$/, "").slice(0, 200) || fileName;

const set = (uploads: readonly Upload[], key: number, state: Upload["state"]): Upload[] =>
  uploads.map((upload) => (upload.key === key ? { ...upload, state } : upload));

const requestOf = ({ projectId, controlId, title, file }: NewEvidence) => ({
  to: "/api/v1/evidence" as const,
  fields: { project_id: projectId, control_id: controlId, title },
  file,
});

/** Uploads a few files at a time. Leaving the page aborts the rest. */
export function useUploads() {
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const next = useRef(0);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  const run = useCallback(
    async ({ key, wanted }: Upload) => {
      const say = (state: Upload["state"]) => setUploads((all) => set(all, key, state));
      const onProgress = (share: number) => say({ kind: "sending", share });
      try {
        const evidence = await sendFile(requestOf(wanted), { onProgress, signal: leaving.current.signal });
        say({ kind: "there", evidence });
        await queries.invalidateQueries({ queryKey: ["evidence", "list"] });
      } catch (error) {
        say({ kind: "failed", error });
      }
    },
    [queries],
  );
  useEffect(() => {
    const sending = uploads.filter(({ state }) => state.kind === "sending").length;
    const waiting = uploads.filter(({ state }) => state.kind === "waiting").slice(0, AT_ONCE - sending);
    if (waiting.length === 0) return;
    const begun: Upload["state"] = { kind: "sending", share: 0 };
    setUploads((all) => waiting.reduce((some, { key }) => set(some, key, begun), [...all]));
    for (const upload of waiting) void run(upload);
  }, [uploads, run]);
  const add = useCallback((wanted: readonly NewEvidence[]) => {
    const added = wanted.map((one): Upload => ({
      key: next.current++,
      wanted: one,
      state: { kind: "waiting" },
    }));
    setUploads((all) => [...all, ...added]);
  }, []);
  const retry = (key: number) => setUploads((all) => set(all, key, { kind: "waiting" }));
  const clear = () => setUploads((all) => all.filter(({ state }) => state.kind !== "there"));
  return { uploads, add, retry, clear };
}
