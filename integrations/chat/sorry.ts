import { answer } from "./chat-answer.ts";

/** What whoever asked is told when it failed for good, so that nobody waits for an answer that does not come. */
export const SORRY = answer("Internal error; quote the request id when you report it", {
  hint: "Please try again later.",
});
