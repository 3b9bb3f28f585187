import { conflict, notFound } from "../../platform/errors.ts";
import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { User } from "../users/user.entity.ts";
import { checkPeople } from "./check-people.ts";
import { lockOpenProject, lockProject } from "./lock-project.ts";
import { projectReference, TEAM_MAX } from "./project.rules.ts";
import { TeamMember, type Project } from "./project.entity.ts";

function record(
  ctx: CommandContext,
  kind: "project.member_added" | "project.member_removed",
  project: Project,
  { user, role }: TeamMember,
): void {
  const data = { project: projectReference(project), member: { user_id: user.id, role } };
  recordEvent(ctx, kind, { subject: project, data });
}

/** Shares the project with a user, effective with their next request. */
export async function addMember(
  ctx: CommandContext,
  input: { projectId: string; userId: string; role: string },
): Promise<TeamMember> {
  const { projectId, userId, role } = input;
  const project = await lockOpenProject(ctx, projectId);
  await checkPeople(ctx, [{ field: "user_id", id: userId, role: null }]);
  const members = await ctx.em.find(TeamMember, { project: projectId });
  if (members.some(({ user }) => user.id === userId))
    throw conflict("This user is already in the team: remove them first to give them another role", {
      reason: "already_in_team",
    });
  if (members.length >= TEAM_MAX) throw conflict(`A team has at most ${TEAM_MAX} members: remove one first`);
  const user = ctx.em.getReference(User, userId);
  const member = ctx.em.create(TeamMember, { project, user, role, joinedAt: ctx.clock.now() });
  record(ctx, "project.member_added", project, member);
  return member;
}

/** Removes a user from the team; unless the project is assigned to them, they no longer see it. */
export async function removeMember(
  ctx: CommandContext,
  { projectId, userId }: { projectId: string; userId: string },
): Promise<void> {
  const project = await lockProject(ctx, projectId);
  const member = await ctx.em.findOne(TeamMember, { project: projectId, user: userId });
  if (member === null) throw notFound("Team member");
  project.requireOpen();
  record(ctx, "project.member_removed", project, member);
  ctx.em.remove(member);
}
