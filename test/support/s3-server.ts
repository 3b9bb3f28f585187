import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { serveLocally } from "../../testkit/serve-locally.ts";

/**
 * `silent` never answers, `cut` closes the connection in the middle of a body, `stalled` sends no more of it,
 * `dripping` sends the rest byte by byte, `short` sends half (or its size) as if it were all, `swapped` sends other bytes of the same length, `kept` removes nothing.
 */
export type S3Fault = "silent" | "cut" | "stalled" | "dripping" | "short" | "swapped" | "kept" | number;

/** A store that speaks as much of S3 as the service uses, with one bucket, and fails as requested. */
export interface S3Server {
  /** Environment variables of a process that uses it. */
  environment: Record<string, string>;
  /** By key. */
  objects: Map<string, Buffer>;
  /** The ids of unfinished uploads by key, listed a few at a time. */
  uploads: Map<string, string>;
  /** The fault of each request; numbers are statuses. The request waits for it. */
  faultOf: (method: string, key: string) => S3Fault | null | Promise<S3Fault | null>;
  /** Before each answer. */
  delayMs: number;
  stop(): Promise<void>;
}

const DRIP_MS = 50;
const BUCKET = "evidence";
const etagOf = (bytes: Buffer): string => `"${createHash("md5").update(bytes).digest("hex")}"`;

const xml = (response: ServerResponse, body: string, status = 200): void =>
  void response.writeHead(status, { "content-type": "application/xml" }).end(body);

const swap = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 1));

/** The requested bytes, with the fault in them. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  stored: Buffer,
  fault: S3Fault | null,
): void {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
  const part = from === undefined ? stored : stored.subarray(Number(from), Number(to) + 1);
  const half = part.subarray(0, Math.floor(part.length / 2));
  const body = fault === "short" ? half : fault === "swapped" ? swap(part) : part;
  response.writeHead(from === undefined ? 200 : 206, { etag: etagOf(stored), "content-length": body.length });
  if (fault !== "cut" && fault !== "stalled" && fault !== "dripping") return void response.end(body);
  response.write(half, () => void (fault === "cut" && response.destroy()));
  if (fault !== "dripping") return;
  const drops = setInterval(() => response.write("x"), DRIP_MS);
  response.once("close", () => clearInterval(drops));
}

function list(url: URL, objects: S3Server["objects"]): string {
  const prefix = url.searchParams.get("prefix") ?? "";
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix));
  const found = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join("");
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${found}</ListBucketResult>`;
}

const UPLOADS_A_PAGE = 3;

function listUploads(url: URL, uploads: S3Server["uploads"]): string {
  const after = url.searchParams.get("key-marker") ?? "";
  const left = [...uploads].filter(([key]) => key > after).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const page = left.slice(0, UPLOADS_A_PAGE);
  const found = page.map(
    ([key, id]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>2020-01-01T00:00:00Z</Initiated></Upload>`,
  );
  const [key, id] = page.at(-1) ?? ["", ""];
  const next = `<NextKeyMarker>${key}</NextKeyMarker><NextUploadIdMarker>${id}</NextUploadIdMarker>`;
  const more = left.length > page.length;
  return `<ListMultipartUploadsResult><IsTruncated>${more}</IsTruncated>${more ? next : ""}${found.join("")}</ListMultipartUploadsResult>`;
}

async function answer(server: S3Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url!, "http://s3");
  const key = decodeURIComponent(url.pathname.slice(BUCKET.length + 2));
  const body = await buffer(request);
  const fault = await server.faultOf(request.method!, key);
  if (fault === "silent") return;
  if (server.delayMs > 0) await sleep(server.delayMs);
  if (typeof fault === "number") return xml(response, "<Error><Code>Fault</Code></Error>", fault);
  const source = request.headers["x-amz-copy-source"];
  const stored = server.objects.get(source === undefined ? key : String(source).slice(BUCKET.length + 1));
  if (request.method === "POST") {
    const removed = fault === "kept" ? [] : String(body).matchAll(/<Key>([^<]*)<\/Key>/g);
    for (const [, one] of removed) server.objects.delete(one!);
    return xml(response, "<DeleteResult/>");
  }
  if (request.method === "PUT") {
    server.objects.set(key, source === undefined ? body : stored!);
    return xml(response, source === undefined ? "" : "<CopyObjectResult/>");
  }
  if (request.method === "DELETE") {
    server.uploads.delete(key);
    return void response.writeHead(204).end();
  }
  if (url.searchParams.has("uploads")) return xml(response, listUploads(url, server.uploads));
  if (key === "") return xml(response, list(url, server.objects));
  if (stored === undefined) return xml(response, "<Error><Code>NoSuchKey</Code></Error>", 404);
  if (request.method === "GET") return send(request, response, stored, fault);
  const length = fault === "short" ? Math.floor(stored.length / 2) : stored.length;
  response.writeHead(200, { etag: etagOf(stored), "content-length": length }).end();
}

export async function startS3Server(): Promise<S3Server> {
  const { url, stop } = await serveLocally((request, response) => {
    // A client that has disconnected cannot be answered.
    answer(server, request, response).catch(() => response.destroy());
  });
  const server: S3Server = {
    environment: {
      BLOB_STORE: "s3",
      S3_BUCKET: BUCKET,
      S3_REGION: "eu-central-1",
      S3_ENDPOINT: url,
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: "secret",
    },
    objects: new Map(),
    uploads: new Map(),
    faultOf: () => null,
    delayMs: 0,
    stop,
  };
  return server;
}
