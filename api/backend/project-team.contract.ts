import { z } from "zod";
import type { TeamMember } from "../../domain/projects/project.entity.ts";
import type { Row } from "../../platform/prepared-find.ts";
import { Id, Timestamp, idParams } from "../common.contract.ts";
import { RoleName } from "./users.contract.ts";

export const TeamMemberBody = z.strictObject({ user_id: Id, role: RoleName });
export const TeamMemberParams = idParams({ id: "The project", userId: "The member of its team" });

export const TeamMemberView = z.object({ user_id: Id, role: RoleName, joined_at: Timestamp });
export const TeamView = z.object({ team_members: z.array(TeamMemberView) });

export const presentTeamMember = ({
  user,
  role,
  joinedAt,
}: Row<TeamMember>): z.infer<typeof TeamMemberView> => ({
  user_id: user.id,
  role,
  joined_at: joinedAt.toISOString(),
});
