import type { IntegrationProblem } from "../../domain/integrations/integration.rules.ts";

/** What to do about a message that was not taken: later again, as a template, or never. */
export type Reaction = "retry" | "template" | "stop";

export interface GraphError {
  status: number;
  /** Of the Graph API; null when the answer has none. */
  code: number | null;
}

/**
 * Codes of https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes that pass by
 * themselves: trouble on Meta's side, and limits of our app (4), our account (80007), our number (130429, 131048) and of
 * us and this person (131056).
 */
const PASSING = new Set([1, 2, 4, 80007, 130429, 131000, 131016, 131048, 131056, 131057, 133004]);

/** More than a day since they wrote. */
const OUTSIDE_WINDOW = new Set([470, 131047]);

/** About the person or this one message; whatever else is refused is about our settings. */
const ABOUT_THEM = [130472, 130497, 131021, 131026, 131030, 131049, 131050, 131051, 131052, 131053] as const;
const NOT_OURS = new Set<number>([...PASSING, ...OUTSIDE_WINDOW, ...ABOUT_THEM]);

export function reactToError({ status, code }: GraphError): Reaction {
  if (code !== null && OUTSIDE_WINDOW.has(code)) return "template";
  if (code !== null && PASSING.has(code)) return "retry";
  // 3 is answered with status 500, but a permission does not come by itself.
  if (code === 3) return "stop";
  return status === 429 || status >= 500 ? "retry" : "stop";
}

const isPermission = (code: number): boolean => code === 3 || code === 10 || (code >= 200 && code <= 299);

/** What is wrong with our settings or account; null when the error says nothing about them. */
export function problemOfError({ status, code }: GraphError): IntegrationProblem | null {
  if (code !== null && NOT_OURS.has(code)) return null;
  if (code === 0 || code === 190 || status === 401) return "bad_credentials";
  if (code !== null && isPermission(code)) return "missing_permission";
  if (code === 33 || code === 133010 || status === 404) return "wrong_address";
  if (code === 368 || code === 131031) return "missing_permission";
  return "unexpected_answer";
}
