import { defineAccess } from "../access/access-rule.ts";
import { all, equals, through, type Condition } from "../access/condition.ts";
import { seesProject } from "../projects/project.access.ts";

export type ConversationAction = "assistant.ask" | "conversation.read" | "conversation.delete";

/**
 * A conversation belongs to its owner alone, even admins cannot read it, and only while the owner can see its
 * project, because it quotes from it.
 */
const mine = (project: Condition): Condition =>
  all(equals("owner.id", { actor: "id" }), through("project", project));

const owners = {
  customer: mine(seesProject.customer),
  auditor: mine(seesProject.auditor),
  manager: mine(seesProject.manager),
  admin: mine(seesProject.admin),
} as const;

const ofMine = { on: "conversation", project: "project.id", roles: owners } as const;

export const conversationAccess = defineAccess<ConversationAction>({
  // Requires "write", because the conversation is stored and a model's tokens are spent.
  "assistant.ask": { scope: "write", on: "project", project: "id", roles: seesProject },
  "conversation.read": { scope: "read", ...ofMine },
  "conversation.delete": { scope: "write", ...ofMine },
});
