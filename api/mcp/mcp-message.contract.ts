import { z } from "zod";
import type { LargeBody } from "../route.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";

const LONGEST_NAME = 200;
const isShort = (name: unknown): boolean => typeof name !== "string" || name.length <= LONGEST_NAME;
const nameIn = (params: unknown): unknown => (params as { name?: unknown } | null | undefined)?.name;

/** One message at a time: an array would count as one request. */
export const McpMessage = z
  .record(z.string(), z.unknown(), "send one JSON-RPC message, not an array of them")
  // Responses repeat the id.
  .refine(
    ({ id, method, params }) => [id, method, nameIn(params)].every(isShort),
    `has an id, a method or a name of more than ${LONGEST_NAME} characters`,
  )
  .meta({ description: "A message of the Model Context Protocol" })
  .register(schemaNames, { id: "McpMessage" });

/** As long as a file, not a list. */
export const MESSAGE_BODY: LargeBody = {
  values: 20_000,
  schema: { module: import.meta.url, name: "McpMessage" },
};
