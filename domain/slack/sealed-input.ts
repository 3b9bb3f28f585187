import type { SecretBox } from "../secret-box.ts";

/** The encrypted content and author of a Slack message, so that no one who sees workflows can read it. */
export interface Sealed {
  sealed: string;
}

const CONTEXT = "slack-workflow";

export const sealedInput = (secrets: SecretBox, input: object): Sealed => ({
  sealed: secrets.seal(CONTEXT, JSON.stringify(input)),
});

/** Throws for anything else: a program that starts workflows could otherwise act as any linked user. */
export const openInput = <T extends object>(secrets: SecretBox, { sealed }: Sealed): T =>
  JSON.parse(secrets.open(CONTEXT, sealed)) as T;
