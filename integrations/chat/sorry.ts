import { answer } from "./chat-answer.ts";

/** What whoever asked is told when it failed for good, so that nobody waits for an answer that does not come. */
export const SORRY = answer("Something went wrong on our side", { hint: "Please try again later." });
