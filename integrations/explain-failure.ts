import type { IntegrationResult } from "../domain/integrations/integration.rules.ts";
import { OutboundError } from "../platform/http/outbound-error.ts";

type Failure = Extract<IntegrationResult, { ok: false }>;

/** Why there was no response. Any other error is a bug and is thrown. */
export function explainSilence(error: unknown): Failure {
  if (!(error instanceof OutboundError)) throw error;
  return { ok: false, problem: error.isRefusal ? "wrong_address" : "unreachable", detail: error.message };
}

/** What an HTTP status alone reveals. */
export function explainStatus(status: number, detail: string): Failure {
  if (status === 401) return { ok: false, problem: "bad_credentials", detail };
  if (status === 403) return { ok: false, problem: "missing_permission", detail };
  if (status === 404) return { ok: false, problem: "wrong_address", detail };
  if (status === 429) return { ok: false, problem: "rate_limited", detail };
  return { ok: false, problem: "unexpected_answer", detail };
}

/** JSON, or null if the response is something else. */
export const readJson = async (response: Response): Promise<Record<string, unknown> | null> => {
  try {
    const value: unknown = await response.json();
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};
