import { answer } from "./chat-answer.ts";

/** The answer after a permanent failure, so that no one waits for one that never comes. */
export const SORRY = answer("Internal error; quote the request id when you report it", {
  hint: "Please try again later.",
});
