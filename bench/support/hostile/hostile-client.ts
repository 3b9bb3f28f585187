/** Of Slack and WhatsApp. */
export const SIGNING_SECRET = "bench-bench-bench";

/** The client for inputs: a signed-in caller with their resources. */
export interface HostileClient {
  projectId: string;
  policyId: string;
  userId: string;
  /** As a customer, unless the headers say otherwise. Returns the status after the whole response. */
  send(path: string, init?: RequestInit): Promise<number>;
  json(method: string, path: string, body: unknown): Promise<number>;
  /** A raw JSON text. */
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
  /** Sends it, possibly in several requests; returns the last status. */
  send(client: HostileClient): Promise<number>;
}
