import { defineAccess, mapRoles } from "../access/access-rule.ts";
import { all, equals, type Condition } from "../access/condition.ts";
import { seesItsProject, ofProject, seesProject } from "../projects/project.access.ts";

export type ConversationAction = "assistant.ask" | "conversation.read" | "conversation.delete";

/**
 * A conversation belongs to its owner alone, even admins cannot read it, and only while the owner can see its
 * project, because it quotes from it.
 */
const mine = (project: Condition): Condition => all(equals("owner.id", { actor: "id" }), project);

const ofMine = { on: "conversation", project: "project.id", roles: mapRoles(seesItsProject, mine) } as const;

export const conversationAccess = defineAccess<ConversationAction>({
  // Requires "write", because the conversation is stored and a model's tokens are spent.
  "assistant.ask": { ...ofProject, scope: "write", roles: seesProject },
  "conversation.read": { scope: "read", ...ofMine },
  "conversation.delete": { scope: "write", ...ofMine },
});
