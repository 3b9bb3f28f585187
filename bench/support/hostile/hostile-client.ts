/** Of Slack and WhatsApp. */
export const SIGNING_SECRET = "bench-bench-bench";

/** What an input is sent with: a signed-in caller and what is theirs. */
export interface HostileClient {
  projectId: string;
  policyId: string;
  userId: string;
  /** As a customer, unless the headers say otherwise. Answers the status, once the whole answer came. */
  send(path: string, init?: RequestInit): Promise<number>;
  json(method: string, path: string, body: unknown): Promise<number>;
  /** A JSON text as it stands. */
  text(method: string, path: string, json: string): Promise<number>;
  asAdmin(method: string, path: string, json: string): Promise<number>;
  upload(
    path: string,
    fields: Record<string, string>,
    file: { name: string; bytes: Uint8Array },
  ): Promise<number>;
}

export interface HostileInput {
  name: string;
  /** Sends it, be it in several requests; answers the status of the last. */
  send(client: HostileClient): Promise<number>;
}
