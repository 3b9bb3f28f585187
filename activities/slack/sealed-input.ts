import type { SecretBox } from "../../domain/secret-box.ts";

/** What somebody said in Slack, and who they are: nobody who sees workflows reads it. */
export interface Sealed {
  sealed: string;
}

const CONTEXT = "slack-workflow";

export const sealedInput = (secrets: SecretBox, input: object): Sealed => ({
  sealed: secrets.seal(CONTEXT, JSON.stringify(input)),
});

/** Workflows that began before carry it open. */
export const openInput = <T extends object>(secrets: SecretBox, input: T | Sealed): T =>
  "sealed" in input ? (JSON.parse(secrets.open(CONTEXT, input.sealed)) as T) : input;
