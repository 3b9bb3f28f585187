import { hash } from "node:crypto";

const TAG = /(?:W\/)?"[^"]*"/g;
const tagsIn = (header: string): readonly string[] => header.match(TAG) ?? [];
const opaque = (tag: string): string => tag.replace(/^W\//, "");

/** Sorts object keys: databases and schemas use different orders. */
const inOneOrder = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** A strong validator of JSON data: different data has a different tag. The order of keys does not matter. */
export const entityTagOf = (data: unknown): string =>
  `"${hash("sha256", JSON.stringify(data, inOneOrder) ?? "", "base64url")}"`;

/**
 * Whether an `If-None-Match` header contains the tag; weak and strong tags of the same content match (RFC
 * 9110, 8.8.3.2).
 */
export const namesTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header.trim() === "*" || tagsIn(header).some((named) => opaque(named) === opaque(tag)));

/**
 * Whether an `If-Match` header allows changing a resource with this tag (null: there is none); weak tags
 * never match.
 */
export const allowsChange = (header: string, tag: string | null): boolean =>
  tag !== null && (header.trim() === "*" || tagsIn(header).includes(tag));
