import type { INodeProperties } from "n8n-workflow";

/** A request to the API as data: an operation says it, and one place sends it. */
export interface ApiRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  /** The answer has pages: the name of the array in it. */
  list?: string;
  /** The answer is a file. */
  download?: true;
  /** The body is a form with the item's file of this name beside `body`. */
  file?: string;
  /** The body takes the caller's own id as `user_id`. */
  asCaller?: true;
}

/** What somebody filled in, by the names of the fields. */
export type Filled = Readonly<Record<string, unknown>>;

export interface Operation {
  name: string;
  value: string;
  action: string;
  description: string;
  fields: readonly INodeProperties[];
  request(filled: Filled): ApiRequest;
}

export interface Resource {
  name: string;
  value: string;
  operations: readonly Operation[];
}
