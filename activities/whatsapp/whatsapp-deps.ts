import type { SecretBox } from "../../domain/secret-box.ts";
import type { ChatAccess } from "../../integrations/chat/chat-access.ts";
import type { MediaClients } from "../../integrations/whatsapp/fetch-media.ts";
import type { Logger } from "../../platform/logger.ts";
import type { SystemDeps } from "../run-as-system.ts";

export interface WhatsappDeps extends SystemDeps {
  secrets: SecretBox;
  logger: Logger;
  access: ChatAccess;
  clients: MediaClients;
  /** The URLs of the product's own API for us and for users. */
  backendUrl: string;
  publicUrl: string;
  maxFileBytes: number;
}
