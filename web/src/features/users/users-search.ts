import { readSearch } from "../../read-search.ts";
import { DIRECTIONS, type Sorting } from "../../ui/sorting.ts";
import { ROLES } from "./role.ts";

/** Which users and invitations are shown, and which of them in the panel: an id, or `new`. */
export const readUsersSearch = readSearch({
  q: "text",
  role: ROLES,
  status: ["active", "inactive"],
  factor: ["with", "without"],
  user: "text",
  sort: ["name", "email", "role", "last_login"],
  order: DIRECTIONS,
  page: "number",
  invitation: "text",
  invitations: ["all"],
  invitationsPage: "number",
});
export type UsersSearch = ReturnType<typeof readUsersSearch>;
export type UsersSorting = Sorting<NonNullable<UsersSearch["sort"]>>;
