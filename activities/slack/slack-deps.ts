import type { SecretBox } from "../../domain/secret-box.ts";
import type { ChatAccess } from "../../integrations/chat/chat-access.ts";
import type { ProductClient } from "../../integrations/chat/product-client.ts";
import type { SlackWay } from "../../integrations/slack/slack-way.ts";
import type { SystemDeps } from "../run-as-system.ts";

/** Dependencies of activities that post to Slack. */
export interface SlackDeps extends SystemDeps {
  secrets: SecretBox;
  way: SlackWay;
  access: ChatAccess;
  /** Our own API, called with a user's token. */
  product: (token: string) => ProductClient;
  publicUrl: string;
}
