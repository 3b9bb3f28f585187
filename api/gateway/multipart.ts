import { createHash } from "node:crypto";
import { mkdir, open, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import busboy from "busboy";
import type { Request } from "express";
import { AppError, invalid, refused } from "../../platform/errors.ts";
import { largerThan } from "../../domain/evidence/file-size.rules.ts";
import { ownValue } from "../../domain/own-value.rules.ts";
import type { SpaceLeft } from "../../domain/evidence/storage.ts";
import type { FreeSpace } from "../../platform/blobs/free-space.ts";
import { newId } from "../../platform/ids.ts";
import type { SpooledFile } from "../route.ts";
import { formFileName } from "./form-file-name.rules.ts";

/** Fields in addition to the file; generous for people, small for attackers. */
const FIELD_LIMITS = { fields: 50, fieldSize: 64 * 1024, fieldNameSize: 100, files: 1, headerPairs: 50 };

export interface MultipartForm {
  /** Text fields; a repeated one, or one named `x[]`, is an array. */
  fields: Record<string, string | string[]>;
  file: SpooledFile | null;
}

export interface SpoolOptions {
  /** A folder on the disk of the blob store, so that storing the file is a rename. */
  spoolDir: string;
  maxBytes: number;
  space: Pick<FreeSpace, "requireSpace">;
}

export interface MultipartOptions extends SpoolOptions {
  /** The room for the file, from the preceding fields; null if they do not determine it. */
  spaceFor: (fields: MultipartForm["fields"]) => Promise<SpaceLeft | null>;
}

/**
 * The maximum size of everything but the file. If the body exceeds this plus the largest file, or the room for
 * it, the file does not fit.
 */
const MAX_AROUND = (FIELD_LIMITS.fields + 1) * (FIELD_LIMITS.fieldSize + 16 * 1024);

function tooLarge(maxBytes: number): AppError {
  const error = largerThan(maxBytes);
  const details = { field: "file", error, reason: "too_large" };
  return new AppError("VALIDATION_ERROR", `The file ${error}`, { status: 413, details });
}

async function openSpooled({ spoolDir }: SpoolOptions) {
  await mkdir(spoolDir, { recursive: true, mode: 0o700 });
  const path = join(spoolDir, newId());
  return { path, handle: await open(path, "wx", 0o600) };
}

/** Writes the stream to the handle while counting and hashing it. */
async function write(
  file: Readable,
  handle: FileHandle,
  space: SpaceLeft | null,
): Promise<Pick<SpooledFile, "size" | "sha256">> {
  const hash = createHash("sha256");
  let size = 0;
  // If writing fails, the rest is read and dropped, because senders read the response only then.
  for await (const chunk of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (space !== null && size > space.bytes) space.refuse(size);
    await handle.writeFile(chunk);
    hash.update(chunk);
  }
  await handle.sync();
  return { size, sha256: hash.digest("hex") };
}

async function spool(
  file: Readable & { truncated?: boolean },
  fileName: string,
  options: SpoolOptions,
  findSpace: () => Promise<SpaceLeft | null>,
): Promise<SpooledFile> {
  const space = await findSpace();
  // If the upload has already ended, nothing more would arrive, and no file is needed.
  if (file.destroyed) throw file.errored ?? new Error("The part ended early");
  const { path, handle } = await openSpooled(options);
  try {
    const measured = await write(file, handle, space).finally(() => handle.close());
    if (file.truncated === true) throw tooLarge(options.maxBytes);
    return { path, fileName, ...measured };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

function addField(fields: MultipartForm["fields"], rawName: string, value: string): void {
  const name = rawName.endsWith("[]") ? rawName.slice(0, -2) : rawName;
  const known = ownValue(fields, name);
  if (known === undefined) fields[name] = rawName.endsWith("[]") ? [value] : value;
  else fields[name] = [known, value].flat();
}

function createParser(request: Request, options: MultipartOptions): busboy.Busboy {
  try {
    // One byte more than allowed: busboy truncates silently at its limit, so exactly the limit must not look
    // truncated.
    return busboy({
      headers: request.headers,
      defParamCharset: "utf8",
      limits: { ...FIELD_LIMITS, fileSize: options.maxBytes + 1 },
    });
  } catch (error) {
    throw refused(415, "Content-Type", "Send the upload as multipart/form-data with a boundary", error);
  }
}

/** RFC 7578, 4.2, requires one of every part. */
const nameless = (): AppError => invalid({ field: "body", error: "a part of the form has no name" });

const broken = (error: unknown): Error =>
  error instanceof AppError
    ? error
    : new AppError("VALIDATION_ERROR", "The upload ended before it was complete", {
        details: { field: "body", error: "incomplete multipart form" },
        cause: error,
      });

/** Refuses at once if the length of the whole body shows that the file cannot fit. */
async function findSpace(
  { spaceFor }: MultipartOptions,
  fields: MultipartForm["fields"],
  length: number,
): Promise<SpaceLeft | null> {
  const space = await spaceFor(fields);
  const atLeast = length - MAX_AROUND;
  if (space !== null && atLeast > space.bytes) space.refuse(atLeast);
  return space;
}

/**
 * Streams a form to disk if there is room: the file is never entirely in memory, and nothing stays behind on
 * failure. A refusal is sent before the rest of the file arrives. On success, the caller owns the spooled
 * file.
 */
export async function readMultipart(request: Request, options: MultipartOptions): Promise<MultipartForm> {
  const parser = createParser(request, options);
  const length = Number(request.get("content-length") ?? 0);
  if (length - MAX_AROUND > options.maxBytes) throw tooLarge(options.maxBytes);
  await options.space.requireSpace(length);
  const space = await findSpace(options, {}, length);
  const fields: MultipartForm["fields"] = Object.create(null) as MultipartForm["fields"];
  let file: Promise<SpooledFile> | null = null;
  const early = Promise.withResolvers<never>();
  const problems: Error[] = [];
  parser.on("field", (name: string | undefined, value, info) => {
    if (name === undefined) problems.push(nameless());
    else if (info.valueTruncated || info.nameTruncated)
      problems.push(invalid({ field: name, error: "too long" }));
    // Bytes that are not UTF-8 have been replaced already.
    else if (`${name}${value}`.includes("\uFFFD"))
      problems.push(invalid({ field: name, error: "not valid UTF-8" }));
    else addField(fields, name, value);
  });
  parser.on("file", (name: string | undefined, stream, info) => {
    // Whatever truncates a part also fails the parser, which reports it. Without a listener, the part's error
    // would end the process.
    stream.on("error", () => undefined);
    if (name !== "file") {
      problems.push(
        name === undefined
          ? nameless()
          : invalid({ field: name, error: "send the file in the part named file" }),
      );
      stream.resume();
      return;
    }
    file = spool(
      stream,
      formFileName(info.filename ?? ""),
      options,
      async () => space ?? findSpace(options, fields, length),
    );
    file.catch((error: unknown) => {
      // The rest is read and dropped, because many senders read no response before the end.
      stream.resume();
      if (error instanceof AppError) early.reject(error);
    });
  });
  parser.on("filesLimit", () => problems.push(invalid({ field: "file", error: "send one file" })));
  parser.on("fieldsLimit", () => problems.push(invalid({ field: "body", error: "too many fields" })));
  parser.on("partsLimit", () => problems.push(invalid({ field: "body", error: "too many parts" })));
  const end = pipeline(request, parser).catch((error: unknown) => problems.unshift(broken(error)));
  await Promise.race([end, early.promise]);
  const [problem] = problems;
  const spooled = await settle(file, problem !== undefined);
  if (problem !== undefined) throw problem;
  return { fields, file: spooled };
}

/** Waits for the spooling to end either way; removes its file if the form failed. */
async function settle(file: Promise<SpooledFile> | null, failed: boolean): Promise<SpooledFile | null> {
  if (file === null) return null;
  if (!failed) return file;
  const spooled = await file.catch(() => null);
  if (spooled !== null) await rm(spooled.path, { force: true });
  return null;
}
