import type { SecretBox } from "../../domain/secret-box.ts";
import type { ChatAccess } from "../../integrations/chat/chat-access.ts";
import type { MediaWays } from "../../integrations/whatsapp/fetch-media.ts";
import type { Logger } from "../../platform/logger.ts";
import type { SystemDeps } from "../run-as-system.ts";

export interface WhatsappDeps extends SystemDeps {
  secrets: SecretBox;
  logger: Logger;
  access: ChatAccess;
  ways: MediaWays;
  /** Where the product's own API is reached, and where people reach it. */
  backendUrl: string;
  publicUrl: string;
  maxFileBytes: number;
}
