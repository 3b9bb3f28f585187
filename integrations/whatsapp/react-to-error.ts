import type { IntegrationProblem } from "../../domain/integrations/integration.rules.ts";

/** What to do about a refused message: retry, send as a template, or give up. */
export type Reaction = "retry" | "template" | "stop";

export interface GraphError {
  status: number;
  /** Of the Graph API; null if the response has none. */
  code: number | null;
}

/**
 * Temporary codes of
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes: problems on
 * Meta's side, and limits of our app (4), account (80007) and number (130429, 131048), or for this recipient
 * (131056).
 */
const PASSING = new Set([1, 2, 4, 80007, 130429, 131000, 131016, 131048, 131056, 131057, 133004]);

/** More than a day since the user's last message. */
const OUTSIDE_WINDOW = new Set([470, 131047]);

/** About the recipient or this message; all other refusals are about our settings. */
const ABOUT_THEM = [130472, 130497, 131021, 131026, 131030, 131049, 131050, 131051, 131052, 131053] as const;
const NOT_OURS = new Set<number>([...PASSING, ...OUTSIDE_WINDOW, ...ABOUT_THEM]);

export function reactToError({ status, code }: GraphError): Reaction {
  if (code !== null && OUTSIDE_WINDOW.has(code)) return "template";
  if (code !== null && PASSING.has(code)) return "retry";
  // Code 3 has status 500, but a missing permission does not recover by itself.
  if (code === 3) return "stop";
  return status === 429 || status >= 500 ? "retry" : "stop";
}

const isPermission = (code: number): boolean => code === 3 || code === 10 || (code >= 200 && code <= 299);

/** The problem with our settings or account; null if the error says nothing about them. */
export function problemOfError({ status, code }: GraphError): IntegrationProblem | null {
  if (code !== null && NOT_OURS.has(code)) return null;
  if (code === 0 || code === 190 || status === 401) return "bad_credentials";
  if (code !== null && isPermission(code)) return "missing_permission";
  if (code === 33 || code === 133010 || status === 404) return "wrong_address";
  if (code === 368 || code === 131031) return "missing_permission";
  return "unexpected_answer";
}
