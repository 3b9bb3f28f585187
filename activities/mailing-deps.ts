import type { Mailer } from "../integrations/mail/mailer.ts";
import type { Logger } from "../platform/logger.ts";
import type { SystemDeps } from "./run-as-system.ts";

/** Dependencies of activities that send mail. */
export interface MailingDeps extends SystemDeps {
  logger: Logger;
  /** Null if no mail is sent. */
  mailer: Mailer | null;
  publicUrl: string;
}
