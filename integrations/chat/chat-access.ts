import type { Texts } from "../../domain/texts/en.ts";
import type { ChatPerson } from "../../domain/integrations/linked-account.commands.ts";

/** A chat account, acting as its linked user. */
export interface ChatCaller {
  /** Valid for a quarter of an hour. */
  token: string;
  accountId: string;
  userId: string;
  /** The selected project, which commands use by default. */
  projectId: string | null;
  /** In the language that the user has saved. */
  texts: Texts;
}

/** The caller for a chat account; null if it is not linked. */
export type ChatAccess = (person: Pick<ChatPerson, "kind" | "externalId">) => Promise<ChatCaller | null>;
