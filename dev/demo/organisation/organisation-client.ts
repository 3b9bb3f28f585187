import { z } from "zod";
import { openApi, type SentFile } from "../demo-client.ts";

/** The API as a user of the demo organisation. */
export interface OrganisationClient {
  id: string;
  get<T>(path: string, shape: z.ZodType<T>): Promise<T>;
  send(method: "POST" | "PUT" | "PATCH", path: string, body: object): Promise<unknown>;
  /** Returns the id of the created evidence. */
  upload(path: string, fields: Readonly<Record<string, string>>, file: SentFile): Promise<string>;
}

export async function openClient(url: string, email: string, password: string): Promise<OrganisationClient> {
  const api = await openApi(url, email, password);
  return { ...api, send: (method, path, body) => api.send(method, path, body, z.unknown().optional()) };
}
