import { rm } from "node:fs/promises";
import type { Request, Response } from "express";
import { invalid, type FieldError } from "../../platform/errors.ts";
import type { Input, Route, SpooledFile } from "../route.ts";
import { readBody, type BodySender } from "./read-body.ts";
import type { SpaceLeft } from "../../domain/evidence/storage.ts";
import { readMultipart, type SpoolOptions } from "./multipart.ts";
import { dropUnchanged } from "./drop-unchanged.ts";
import { parsePart } from "./parse-part.ts";

export const EMPTY_FILE: SpooledFile = { path: "", fileName: "", size: 0, sha256: "" };

/** Queries on behalf of the caller before the whole request has been read. */
export interface EarlyLookups {
  /** The room for the uploaded file, given these parts of the request; null if not known yet. */
  space: (sent: { params: unknown; fields: object }) => Promise<SpaceLeft | null>;
  /** The response data of the route that reads the same path. */
  current: (params: unknown) => Promise<unknown>;
}

/** Validates every part of the request against the route's schemas and reports its problems at once. */
export async function parseInput(
  { route, reader }: { route: Route; reader?: Route | undefined },
  request: Request,
  response: Response,
  { lookups, sender, ...uploads }: SpoolOptions & { lookups: EarlyLookups; sender: BodySender },
): Promise<Input<unknown, unknown, unknown>> {
  const read = route.multipart === true ? null : await readBody(route, request, response, sender);
  const errors: FieldError[] = [];
  const params = parsePart(route.params, "path", request.params, errors);
  // Some browser libraries add a number to avoid caches.
  const { _, ...parameters } = request.query;
  const query = parsePart(route.query, "query", parameters, errors);
  if (read !== null) {
    const readCurrent = (): Promise<unknown> => lookups.current(params);
    const ifMatch = request.get("if-match");
    const unchanged = async (sent: unknown): Promise<unknown> =>
      errors.length > 0 ? sent : dropUnchanged({ route, reader }, sent, readCurrent, ifMatch);
    const checked =
      "sent" in read ? { body: parsePart(route.body, "body", await unchanged(read.sent), errors) } : read;
    if (errors.length > 0) throw invalid(...errors);
    return { params, query, ...checked, file: EMPTY_FILE };
  }
  const spaceFor = async (fields: object) => (errors.length > 0 ? null : lookups.space({ params, fields }));
  const maxBytes = Math.min(uploads.maxBytes, route.maxFileBytes ?? Infinity);
  const form = await readMultipart(request, { ...uploads, maxBytes, spaceFor });
  if (form.file === null) errors.push({ field: "file", error: "is required", reason: "required" });
  const body = parsePart(route.body, "body", { ...form.fields }, errors);
  const file = form.file ?? EMPTY_FILE;
  if (errors.length > 0) {
    await dropFile(file);
    throw invalid(...errors);
  }
  return { params, query, body, file };
}

/** Removes a spooled upload that no command stored; storing it moves it. */
export async function dropFile(file: SpooledFile): Promise<void> {
  if (file.path !== "") await rm(file.path, { force: true });
}
