import { z } from "zod";
import type { TeamMember } from "../../domain/projects/project.entity.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import { Id, Timestamp, idParams } from "../common.contract.ts";
import { PersonOf } from "../people.contract.ts";
import { defineBody, defineView } from "../define-schemas.ts";

const TeamRole = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({
    description: "Their job in the project, as free text; rights come from the user's own role",
    examples: ["Internal auditor"],
  });

export const TeamMemberBody = defineBody("TeamMemberBody", { user_id: Id, role: TeamRole });
export const TeamMemberParams = idParams({ id: "The project", userId: "The member of its team" });

export const TeamMemberView = defineView("TeamMember", {
  user_id: Id,
  user: PersonOf("user_id"),
  role: z.string(),
  joined_at: Timestamp,
});
export const TeamView = defineView("Team", { team_members: z.array(TeamMemberView) });

export const presentTeamMember = ({
  user,
  role,
  joinedAt,
}: Row<TeamMember>): z.infer<typeof TeamMemberView> => ({
  user_id: user.id,
  role,
  joined_at: joinedAt.toISOString(),
});
