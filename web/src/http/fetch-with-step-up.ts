import { takeFirstAnswer } from "./take-first-answer.ts";

const SAFE = ["GET", "HEAD"];

interface Refusal {
  error?: { details?: { reason?: string } };
}

/** Asks the user to sign in again; returns whether they did. */
type Ask = () => Promise<boolean>;
let ask: Ask | null = null;
/** The answer that the dialog waits for: one sign-in is enough for all requests that need it. */
let asking: Promise<boolean> | null = null;

/** Sets the dialog that asks; null removes it. */
export const setStepUp = (asks: Ask | null): void => {
  ask = asks;
};

async function wantsSignIn(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false;
  const body = (await answer
    .clone()
    .json()
    .catch(() => null)) as Refusal | null;
  return body?.error?.details?.reason === "sign_in_again";
}

async function askOnce(): Promise<boolean> {
  asking ??= ask?.().finally(() => (asking = null)) ?? null;
  return (await asking) ?? false;
}

/**
 * Signing in again replaces the session, and what is read with the replaced one is refused: such a request is repeated
 * with the next.
 */
async function read(request: Request): Promise<Response> {
  const before = asking;
  const answer = (await takeFirstAnswer(request)) ?? (await fetch(request));
  const question = asking ?? before;
  return answer.status === 401 && question !== null && (await question) ? fetch(request) : answer;
}

/**
 * Changes that outlive a session require a recent sign-in: asks for one if the API requires it, and repeats
 * the request.
 */
export async function fetchWithStepUp(request: Request): Promise<Response> {
  if (SAFE.includes(request.method)) return read(request);
  const again = request.clone();
  const answer = await fetch(request);
  return ask !== null && (await wantsSignIn(answer)) && (await askOnce()) ? fetch(again) : answer;
}
