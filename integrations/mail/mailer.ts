import { createTransport } from "nodemailer";
import { unavailable, type AppError } from "../../platform/errors.ts";

/** Plain text: what we have to say needs no pictures, and nothing in it is fetched or followed by itself. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Resolves when the server took the mail; throws when it did not. */
  send(mail: Mail): Promise<void>;
}

const TIMEOUT_MS = 20_000;

/**
 * What went wrong, by its codes alone. Servers repeat addresses, and filters quote what they dislike: errors end up in
 * logs and in histories, where neither address nor link belongs.
 */
function mailError(error: unknown): AppError {
  const { code, originalCode, responseCode, command } = error as Record<string, string | number | undefined>;
  const codes = [code, originalCode, responseCode, command].filter((part) => part !== undefined);
  return unavailable(`the mail server did not take the mail: ${codes.join(" ")}`);
}

/** Mail by SMTP. The URL's query may say more: `?requireTLS=true` refuses servers without encryption. */
export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  const timeouts = {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
  };
  const transport = createTransport({ url, ...timeouts }, { from });
  return {
    async send(mail) {
      await transport.sendMail(mail).catch((error: unknown) => {
        throw mailError(error);
      });
    },
  };
}
