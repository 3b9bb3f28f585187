import type { Mailer } from "../integrations/mail/mailer.ts";
import type { Logger } from "../platform/logger.ts";
import type { SystemDeps } from "./run-as-system.ts";

/** What activities that write to people need. */
export interface MailingDeps extends SystemDeps {
  logger: Logger;
  /** Null when no mail is sent. */
  mailer: Mailer | null;
  publicUrl: string;
}
