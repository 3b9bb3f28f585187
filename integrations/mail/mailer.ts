import { createTransport } from "nodemailer";

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

/** Mail by SMTP. The URL's query may say more: `?requireTLS=true` refuses servers without encryption. */
export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  const timeouts = {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
  };
  const transport = createTransport({ url, ...timeouts }, { from });
  return { send: async (mail) => void (await transport.sendMail(mail)) };
}
