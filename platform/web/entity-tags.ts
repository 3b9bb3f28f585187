import { createHash } from "node:crypto";

const TAG = /(?:W\/)?"[^"]*"/g;
const tagsIn = (header: string): readonly string[] => header.match(TAG) ?? [];
const opaque = (tag: string): string => tag.replace(/^W\//, "");

/** Objects with their fields in the order of the alphabet: databases and schemas each have an order of their own. */
const inOneOrder = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** A strong validator of JSON data: other data, other tag. The order of fields says nothing. */
export const entityTagOf = (data: unknown): string =>
  `"${createHash("sha256")
    .update(JSON.stringify(data, inOneOrder) ?? "")
    .digest("base64url")}"`;

/** Whether an `If-None-Match` header names the tag; versions of the same content count as one (RFC 9110, 8.8.3.2). */
export const namesTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header.trim() === "*" || tagsIn(header).some((named) => opaque(named) === opaque(tag)));

/** Whether an `If-Match` header allows a change of what now has the tag (null: there is nothing); weak tags never do. */
export const allowsChange = (header: string, tag: string | null): boolean =>
  tag !== null && (header.trim() === "*" || tagsIn(header).includes(tag));
