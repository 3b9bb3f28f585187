import { afterAll } from "@jest/globals";
import type { MailingDeps } from "../../activities/mailing-deps.ts";
import { createMailer } from "../../integrations/mail/mailer.ts";
import { systemClock } from "../../platform/clock.ts";
import { createLogger } from "../../platform/logger.ts";
import { startActivityWorker } from "./activity-worker.ts";
import { startMailbox } from "./mailbox.ts";
import { startProduct, type ProductOptions } from "./product.ts";

/** The product with a mail server, and a worker with these activities: call it at the top; it stops automatically. */
export async function startMailing<A extends object>(
  create: (deps: MailingDeps) => A,
  options: ProductOptions = {},
) {
  const mailbox = await startMailbox();
  const from = "Compliance <compliance@example.com>";
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: from };
  const product = await startProduct({ ...options, environment: { ...mail, ...options.environment } });
  const { orm, config } = product;
  const mailer = createMailer({ url: mailbox.url, from });
  const logger = createLogger("test", "silent");
  const deps = { orm, clock: systemClock, logger, publicUrl: config.publicUrl };
  const withMail = create({ ...deps, mailer });
  const worker = await startActivityWorker(config, withMail);
  afterAll(async () => {
    await worker.stop();
    await product.stop();
    await mailbox.stop();
  });
  return {
    product,
    mailbox,
    temporal: worker.temporal.client,
    withMail: withMail,
    /** The activities of an installation that sends no mail. */
    withoutMail: (more: Partial<MailingDeps> = {}): A => create({ ...deps, ...more, mailer: null }),
    /** The mails to an address, oldest first. */
    mailsTo: ({ email }: { email: string }): string[] =>
      mailbox.mails.filter((mail) => mail.includes(`To: ${email}`)),
  };
}
