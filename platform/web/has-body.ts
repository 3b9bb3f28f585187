import type { IncomingMessage } from "node:http";

/** Whether a body follows the head of a request. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
