import type { SecretBox } from "../../domain/secret-box.ts";
import type { ChatAccess } from "../../integrations/chat/chat-access.ts";
import type { ProductClient } from "../../integrations/chat/product-client.ts";
import type { SlackConnection } from "../../integrations/slack/slack-connection.ts";
import type { SystemDeps } from "../run-as-system.ts";

/** Dependencies of activities that post to Slack. */
export interface SlackDeps extends SystemDeps {
  secrets: SecretBox;
  connection: SlackConnection;
  access: ChatAccess;
  /** Our own API, called with a user's token until the signal aborts. */
  product: (token: string, signal: AbortSignal) => ProductClient;
  publicUrl: string;
}
