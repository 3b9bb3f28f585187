import type { SecretBox } from "../domain/secret-box.ts";
import type { ChatAccess } from "../integrations/chat/chat-access.ts";
import type { ProductClient } from "../integrations/chat/product-client.ts";
import type { SlackWay } from "../integrations/slack/slack-way.ts";
import type { SystemDeps } from "./run-as-system.ts";

/** What activities that speak in Slack need. */
export interface SlackDeps extends SystemDeps {
  secrets: SecretBox;
  way: SlackWay;
  access: ChatAccess;
  /** Our own API, asked with somebody's token. */
  product: (token: string) => ProductClient;
  publicUrl: string;
}
