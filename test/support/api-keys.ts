import { expect } from "@jest/globals";
import type { ApiClient } from "./api-client.ts";

/** Creates an API key. It is returned outside of the envelope's data, and only here. */
export async function createKey(by: ApiClient, more: object = {}): Promise<{ id: string; api_key: string }> {
  const { status, body } = await by.send("POST", "/api/v1/api-keys", { name: "A key", ...more });
  expect(status).toBe(201);
  return body as unknown as { id: string; api_key: string };
}

/** The header with a new API key. */
export const keyHeaders = async (by: ApiClient, more: object = {}): Promise<Record<string, string>> => ({
  "x-api-key": (await createKey(by, more)).api_key,
});
