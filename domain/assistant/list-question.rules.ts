import { CONTROL_STATUSES } from "../controls/control.rules.ts";
import { SEVERITIES, type Severity } from "../findings/finding.rules.ts";

export const REQUESTED_CONTROLS = [
  "all",
  ...CONTROL_STATUSES,
  "due",
  "no_owner",
  "not_applicable",
  "overdue",
] as const;
/** Which controls a question asks to list. */
export type RequestedControls = (typeof REQUESTED_CONTROLS)[number];

export const REQUESTED_EVIDENCE = [
  "all",
  "approved",
  "expired",
  "expiring",
  "pending",
  "quarantined",
  "rejected",
] as const;
/** Which evidence a question asks to list. */
export type RequestedEvidence = (typeof REQUESTED_EVIDENCE)[number];

/** Which active findings a question asks to list; `severities` is empty if it names none. */
export interface RequestedFindings {
  severities: Severity[];
  overdue: boolean;
}

type Signs<T> = readonly (readonly [T, RegExp])[];

/** The first state that the text names. */
const firstIn = <T>(signs: Signs<T>, text: string): T | null =>
  signs.find(([, sign]) => sign.test(text))?.[0] ?? null;

const NEGATED =
  /\b(?:not|no|without|incomplete|unfinished|open|outstanding|remain(?:ing)?|behind|gaps?|miss(?:es|ing)?|lack(?:s|ing)?)\b/;

const CONTROL_STATES: Signs<RequestedControls> = [
  ["no_owner", /\b(?:no|without|without an) owners?\b|\bunowned\b/],
  ["not_applicable", /\b(?:not applicable|out of scope|do not apply|does not apply)\b/],
  ["overdue", /\b(?:overdue|late)\b/],
  ["due", /\bdue\b/],
  ["not_started", /\bnot (?:yet )?started\b/],
  ["in_progress", /\bin progress\b/],
];
const OTHER_CONTROLS: Signs<RequestedControls> = [
  ["complete", /\b(?:complete|completed|done|finished)\b/],
  ["all", /\b(?:list|show|all|every|table|tables|do we have)\b/],
];

/** Null if the question, in lower case, asks for no list of controls; a question for what is missing asks for gaps. */
export function requestedControls(text: string): RequestedControls | null {
  if (!/\bcontrols\b/.test(text)) return null;
  const state = firstIn(CONTROL_STATES, text);
  return state !== null || NEGATED.test(text) ? state : firstIn(OTHER_CONTROLS, text);
}

const EVIDENCE_STATES: Signs<RequestedEvidence> = [
  ["expired", /\bexpired\b/],
  ["expiring", /\b(?:expire|expires|expiring)\b/],
  ["rejected", /\brejected\b/],
  ["quarantined", /\bquarantined?\b/],
  ["pending", /\b(?:pending|waiting|waits|awaiting|awaits|not approved|not yet approved|to review)\b/],
  ["approved", /\bapproved\b/],
];

/** Null if the question, in lower case, asks for no list of evidence. */
export const requestedEvidence = (text: string): RequestedEvidence | null =>
  /\b(?:evidence|documents?|files?)\b/.test(text) ? (firstIn(EVIDENCE_STATES, text) ?? "all") : null;

/** Null if the question, in lower case, asks for a number or the risk. */
export const requestedFindings = (text: string): RequestedFindings | null =>
  /\b(?:risk|how many|how much)\b/.test(text)
    ? null
    : {
        severities: SEVERITIES.filter((severity) => new RegExp(`\\b${severity}\\b`, "i").test(text)),
        overdue: /\boverdue\b/.test(text),
      };
