import type { SecretBox } from "../secret-box.ts";

/** The encrypted content and author of a Slack message, so that no one who sees workflows can read it. */
export interface Sealed {
  sealed: string;
}

const CONTEXT = "slack-workflow";

export const sealedInput = (secrets: SecretBox, input: object): Sealed => ({
  sealed: secrets.seal(CONTEXT, JSON.stringify(input)),
});

/** Workflows started before encryption carry it in plain text. */
export const openInput = <T extends object>(secrets: SecretBox, input: T | Sealed): T =>
  "sealed" in input ? (JSON.parse(secrets.open(CONTEXT, input.sealed)) as T) : input;
