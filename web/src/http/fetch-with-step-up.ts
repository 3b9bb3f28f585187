const SAFE = ["GET", "HEAD"];

interface Refusal {
  error?: { details?: { reason?: string } };
}

/** Asks the person to sign in anew; whether they did. */
type Ask = () => Promise<boolean>;
let ask: Ask | null = null;

/** Says who asks; null when nobody can any more. */
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

/** What outlives a session takes a sign-in of the last minutes: asks for one where the API does, and sends it again. */
export async function fetchWithStepUp(request: Request): Promise<Response> {
  if (SAFE.includes(request.method)) return fetch(request);
  const again = request.clone();
  const answer = await fetch(request);
  return ask !== null && (await wantsSignIn(answer)) && (await ask()) ? fetch(again) : answer;
}
