import type { ChatAnswer } from "../../integrations/chat/chat-answer.ts";
import { HELP } from "../../integrations/chat/run-command.ts";

/** What a text that is no command gets: what can be asked. */
export const askAssistant = async (): Promise<ChatAnswer> => HELP;
