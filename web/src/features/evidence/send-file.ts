import { ApiError } from "../../http/api-error.ts";
import type { AnswerOf } from "../../http/answer-of.ts";
import { OWN_PAGE } from "../../http/client.ts";

export type Uploaded = AnswerOf<"/evidence", "post">;

interface FileToSend {
  to: "/api/v1/evidence" | `/api/v1/evidence/${string}/versions`;
  /** They precede the file, so that the request can be refused before the file is sent. */
  fields: Readonly<Record<string, string>>;
  file: File;
  /** With the same key, the file is stored only once, however often it is sent. */
  key?: string;
}

const HTTP_OK = [200, 300] as const;

/**
 * Uploads one file. Uses XMLHttpRequest, because `fetch` does not report upload progress. Rejects with an
 * ApiError, also if aborted.
 */
export function sendFile(
  { to, fields, file, key }: FileToSend,
  { onProgress, signal }: { onProgress: (share: number) => void; signal?: AbortSignal },
): Promise<Uploaded> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", file);
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.open("POST", to);
    const headers = { ...OWN_PAGE, ...(key === undefined ? {} : { "Idempotency-Key": key }) };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      const { status, response } = request as { status: number; response: unknown };
      if (status >= HTTP_OK[0] && status < HTTP_OK[1]) return resolve((response as { data: Uploaded }).data);
      const answered = { "x-request-id": request.getResponseHeader("x-request-id") ?? "" };
      void ApiError.of(new Response(JSON.stringify(response), { status, headers: answered })).then(reject);
    };
    const giveUp = (why: string) => () => reject(ApiError.unreachable(new Error(why)));
    request.onerror = giveUp("the connection was lost");
    request.onabort = giveUp("given up");
    const abort = (): void => request.abort();
    signal?.addEventListener("abort", abort);
    // The signal lives as long as the session, and would keep every file.
    request.onloadend = () => signal?.removeEventListener("abort", abort);
    request.send(form);
  });
}
