import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export interface Mailbox {
  /** For SMTP_URL. */
  url: string;
  /** The raw messages in the order in which they came, quoted-printable undone. */
  mails: string[];
  /** Refuse as many mails as if the server were ill. */
  refuse(count: number): void;
  stop(): Promise<void>;
}

const decode = (message: string): string =>
  message
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** A mail server on a free port that keeps what it is sent. */
export async function startMailbox(): Promise<Mailbox> {
  const mails: string[] = [];
  let refusals = 0;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onData(stream, _session, done) {
      void text(stream).then((message) => {
        if (refusals-- > 0) return done(Object.assign(new Error("try again"), { responseCode: 451 }));
        mails.push(decode(message));
        return done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    refuse: (count) => void (refusals = count),
    stop: () => new Promise((resolve) => void server.close(resolve)),
  };
}
