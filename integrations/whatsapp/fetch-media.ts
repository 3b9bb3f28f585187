import { OutboundError } from "../../platform/http/outbound-error.ts";
import type { Outbound } from "../../platform/http/outbound.ts";
import { readJson } from "../explain-failure.ts";
import { bearer, codeOf, graphUrl, type WhatsappSettings } from "./graph-request.ts";
import { reactToError } from "./react-to-error.ts";

export interface MediaClients {
  /** For API calls. */
  outbound: Pick<Outbound, "fetch">;
  /** For files, up to the size limit of evidence. */
  files: Pick<Outbound, "save">;
}

/** Why there is no file; `elsewhere`: its URL is on a host that must not get our token. */
export type MediaProblem = "gone" | "too large" | "elsewhere";

const TOO_LARGE = 413;

/** Hosts of Meta's media; no other host gets our token. */
const MEDIA_HOSTS = ["fbsbx.com", "fbcdn.net", "facebook.com", "whatsapp.net", "whatsapp.com"];

function isMediaHost(address: string, { api_url: apiUrl }: WhatsappSettings): boolean {
  if (!URL.canParse(address)) return false;
  const { host, hostname } = new URL(address);
  return host === new URL(apiUrl).host || MEDIA_HOSTS.some((known) => hostname.endsWith(`.${known}`));
}

/** Downloads a user's media into a new file. Throws if a retry may help. */
export async function fetchMedia(
  { outbound, files }: MediaClients,
  settings: WhatsappSettings,
  {
    mediaId,
    path,
    maxBytes,
    signal,
  }: { mediaId: string; path: string; maxBytes: number; signal: AbortSignal },
): Promise<MediaProblem | null> {
  const headers = bearer(settings);
  const response = await outbound.fetch(graphUrl(settings, mediaId), { headers, signal });
  const answer = await readJson(response);
  if (!response.ok) {
    const error = { status: response.status, code: codeOf(answer) };
    // An operator must fix a wrong token; the file waits until then, because Meta keeps it for days.
    const isPassing = reactToError(error) === "retry" || error.status === 401;
    if (isPassing) throw new Error(`WhatsApp answers ${error.status}, code ${error.code ?? "none"}`);
    return "gone";
  }
  const { url, file_size: size } = answer ?? {};
  if (Number(size) > maxBytes) return "too large";
  if (typeof url !== "string" || !isMediaHost(url, settings)) return "elsewhere";
  const { status } = await files.save(url, path, { headers, signal }).catch((error: unknown) => {
    // The size was missing or wrong.
    if (error instanceof OutboundError && error.isTooLong) return { status: TOO_LARGE };
    throw error;
  });
  if (status === TOO_LARGE) return "too large";
  if (status >= 500 || status === 429) throw new Error(`WhatsApp answers ${status} for a file`);
  return status === 200 ? null : "gone";
}
