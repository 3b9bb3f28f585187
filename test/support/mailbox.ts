import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface Mailbox {
  /** For SMTP_URL. */
  url: string;
  /** The raw messages in order of arrival, with quoted-printable decoded. */
  mails: string[];
  /** Refuses the next `count` mails like a server with a problem. */
  refuse(count: number): void;
  /** Stores the next mail without ever answering its sender. */
  fallSilent(): void;
  /** The number of refused mails. */
  refused(): number;
  stop(): Promise<void>;
}

const decode = (message: string): string =>
  message
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Servers like to repeat the address. */
const refusalOf = (address: string | undefined): Error =>
  Object.assign(new Error(`<${address}>: try again`), { responseCode: 451 });

/** A mail server on a free port that stores its mails. */
export async function startMailbox(): Promise<Mailbox> {
  const mails: string[] = [];
  let refusals = 0;
  let refused = 0;
  let isSilent = false;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onData(stream, { envelope }, done) {
      let message = "";
      stream.setEncoding("latin1");
      stream.on("data", (part: string) => {
        message += part;
      });
      stream.on("end", () => {
        if (refusals-- > 0) {
          refused += 1;
          return done(refusalOf(envelope.rcptTo[0]?.address));
        }
        mails.push(decode(message));
        if (!isSilent) return done();
        isSilent = false;
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    refuse: (count) => {
      refusals = count;
    },
    fallSilent: () => {
      isSilent = true;
    },
    refused: () => refused,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
