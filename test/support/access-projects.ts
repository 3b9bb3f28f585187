import { Project, TeamMember } from "../../domain/projects/project.entity.ts";
import type { Stage, World } from "./access-worlds.ts";

/** A project with the same people as the world's own. */
export async function newProject(stage: Stage, world: World): Promise<string> {
  const { orm } = stage.product;
  const { customer, auditor, demo } = await orm.em.fork().findOneOrFail(Project, { id: world.projectId });
  const members = await orm.em.fork().find(TeamMember, { project: world.projectId });
  const { data } = await stage.people.admin.send("POST", "/api/v1/projects", {
    name: "A project",
    framework: "soc2",
    customer_id: customer!.id,
    auditor_id: auditor?.id,
    team_members: members.map(({ user, role }) => ({ user_id: user.id, role })),
  });
  const id = data.id;
  await orm.em.fork().nativeUpdate(Project, { id }, { demo });
  stage.note(id, { kind: "project", world: world.name, projectId: id });
  return id;
}

export async function statedControl(stage: Stage, world: World): Promise<Record<string, string>> {
  const params = { id: await newProject(stage, world), controlId: "CC6.1" };
  const statement = { progress: 100, reason: "It is done" };
  await world.owner.send("PUT", `/api/v1/projects/${params.id}/controls/CC6.1`, statement);
  return params;
}

export async function narrowedProject(stage: Stage, world: World): Promise<Record<string, string>> {
  const id = await newProject(stage, world);
  const statement = { categories: ["security"], reason: "Nothing else is promised" };
  await world.owner.send("PUT", `/api/v1/projects/${id}`, statement);
  return { id };
}
