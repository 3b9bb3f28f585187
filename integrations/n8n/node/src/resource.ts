import type { INodeProperties } from "n8n-workflow";

/** A request to the API as data: operations describe it, and one function sends it. */
export interface ApiRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  /** The response has pages; this names the array in it. */
  list?: string;
  /** The response is a file. */
  download?: true;
  /** The body is a form with the item's file of this name in addition to `body`. */
  file?: string;
  /** The body needs the caller's own id as `user_id`. */
  asCaller?: true;
}

/** The values of the fields by name. */
export type FieldValues = Readonly<Record<string, unknown>>;

export interface Operation {
  name: string;
  value: string;
  action: string;
  description: string;
  fields: readonly INodeProperties[];
  request(filled: FieldValues): ApiRequest;
}

export interface Resource {
  name: string;
  value: string;
  operations: readonly Operation[];
}
