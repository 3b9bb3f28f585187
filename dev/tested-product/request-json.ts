const REQUEST_MS = 60_000;

export interface JsonAnswer {
  status: number;
  // The response of another program; each check knows its type.
  body: Record<string, unknown>;
  headers: Headers;
}

/** Sends JSON, or a form, and reads JSON. */
export async function requestJson(
  method: string,
  url: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<JsonAnswer> {
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const response = await fetch(url, {
    method,
    headers: { ...type, ...headers },
    body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_MS),
  });
  const text = await response.text();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = { text };
  }
  return { status: response.status, body: parsed as Record<string, unknown>, headers: response.headers };
}
