import { rm } from "node:fs/promises";
import type { Request, Response } from "express";
import type { z } from "zod";
import { invalid, type FieldError } from "../../platform/errors.ts";
import type { Input, Route, SpooledFile } from "../route.ts";
import { fieldErrors } from "../../platform/web/field-errors.ts";
import { readBody } from "./read-body.ts";
import type { FileRoom } from "../../domain/evidence/storage.ts";
import { readMultipart, type SpoolOptions } from "./multipart.ts";
import { withoutUnchanged } from "./without-unchanged.ts";
import { unstorableFields } from "./storable-text.ts";

export const EMPTY_FILE: SpooledFile = { path: "", fileName: "", size: 0, sha256: "" };

/** What is asked for the caller before all of their request was read. */
export interface AskAhead {
  /** Room for the file that comes with these parts of it; null where nobody can say yet. */
  room: (sent: { params: unknown; fields: object }) => Promise<FileRoom | null>;
  /** What the route that reads the same path tells. */
  current: (params: unknown) => Promise<unknown>;
}

/** Parses one part of the request, adding to `errors` what is wrong with it. */
function parsePart(
  schema: z.ZodType | undefined,
  part: string,
  value: unknown,
  errors: FieldError[],
): unknown {
  if (schema === undefined) return {};
  const parsed = schema.safeParse(value);
  errors.push(...(parsed.success ? unstorableFields(value) : fieldErrors(part, parsed.error)));
  return parsed.success ? parsed.data : {};
}

/** Checks every part of the request against the route's schemas and reports all problems at once. */
export async function parseInput(
  { route, reader }: { route: Route; reader?: Route | undefined },
  request: Request,
  response: Response,
  { ask, ...uploads }: SpoolOptions & { ask: AskAhead },
): Promise<Input<unknown, unknown, unknown>> {
  const sent = route.multipart === true ? undefined : await readBody(route, request, response);
  const errors: FieldError[] = [];
  const params = parsePart(route.params, "path", request.params, errors);
  const query = parsePart(route.query, "query", request.query, errors);
  if (route.multipart !== true) {
    const readCurrent = (): Promise<unknown> => ask.current(params);
    const ifMatch = request.get("if-match");
    const changed =
      errors.length > 0 ? sent : await withoutUnchanged({ route, reader }, sent, readCurrent, ifMatch);
    const body = parsePart(route.body, "body", changed, errors);
    if (errors.length > 0) throw invalid(...(errors as [FieldError, ...FieldError[]]));
    return { params, query, body, file: EMPTY_FILE };
  }
  const roomFor = async (fields: object) => (errors.length > 0 ? null : ask.room({ params, fields }));
  const form = await readMultipart(request, { ...uploads, roomFor });
  if (form.file === null) errors.push({ field: "file", error: "a file is required" });
  const body = parsePart(route.body, "body", { ...form.fields }, errors);
  const file = form.file ?? EMPTY_FILE;
  if (errors.length > 0) {
    await dropFile(file);
    throw invalid(...(errors as [FieldError, ...FieldError[]]));
  }
  return { params, query, body, file };
}

/** Removes a spooled upload that no command took; taking it moves it away. */
export async function dropFile(file: SpooledFile): Promise<void> {
  if (file.path !== "") await rm(file.path, { force: true });
}
