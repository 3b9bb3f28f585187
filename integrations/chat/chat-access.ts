import type { ChatPerson } from "../../domain/integrations/linked-account.commands.ts";

/** Somebody of a chat, acting as the user they are linked with. */
export interface ChatCaller {
  /** Good for a quarter of an hour. */
  token: string;
  accountId: string;
  userId: string;
  /** The project they talk about unless they say another one. */
  projectId: string | null;
}

/** The caller behind a person of a chat; null when they are linked with nobody. */
export type ChatAccess = (person: Pick<ChatPerson, "kind" | "externalId">) => Promise<ChatCaller | null>;
