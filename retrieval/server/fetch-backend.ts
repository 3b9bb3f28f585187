const RESET_CODES = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

const isReset = (error: unknown): boolean =>
  RESET_CODES.has((error as { cause?: { code?: string } } | undefined)?.cause?.code ?? "");

/**
 * A GET from the backend that never follows a redirect. A persistent connection may close just when it is
 * reused: only that is retried, once.
 */
export async function fetchBackend(
  url: URL,
  init: { headers: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<Response> {
  const send = () => fetch(url, { ...init, redirect: "manual" });
  try {
    return await send();
  } catch (error) {
    if (!isReset(error)) throw error;
    return send();
  }
}
