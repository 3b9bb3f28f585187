import { createTransport } from "nodemailer";
import { unavailable, type AppError } from "../../platform/errors.ts";

/** Plain text: our mails need no pictures, and mail clients fetch nothing in them. */
export interface Mail {
  /** The same if it is sent again, so that mail servers and clients may recognise it; unique by default. */
  id?: string;
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Resolves when the server has accepted the mail; otherwise throws. */
  send(mail: Mail): Promise<void>;
}

const TIMEOUT_MS = 20_000;

/**
 * The error by its codes only. Servers repeat addresses, and filters quote content: errors end up in logs and
 * histories, where neither addresses nor links belong.
 */
function mailError(error: unknown): AppError {
  const { code, originalCode, responseCode, command } = error as Record<string, string | number | undefined>;
  const codes = [code, originalCode, responseCode, command].filter((part) => part !== undefined);
  return unavailable(`the mail server refused the message: ${codes.join(" ")}`);
}

/** Mail over SMTP. The URL's query may add options: `?requireTLS=true` refuses servers without encryption. */
export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  const timeouts = {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
  };
  const transport = createTransport({ url, ...timeouts }, { from });
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  return {
    async send({ id, ...mail }) {
      const message = { ...mail, ...(id !== undefined && { messageId: `<${id}@${domain}>` }) };
      await transport.sendMail(message).catch((error: unknown) => {
        throw mailError(error);
      });
    },
  };
}
