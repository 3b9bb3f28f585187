import { readSearch } from "../../read-search.ts";

/** Which users and invitations are shown, and which of them in the panel: an id, or `new`. */
export const readUsersSearch = readSearch({
  q: "text",
  role: "text",
  status: "text",
  user: "text",
  page: "number",
  invitation: "text",
  invitations: "text",
  invitationsPage: "number",
});
export type UsersSearch = ReturnType<typeof readUsersSearch>;
