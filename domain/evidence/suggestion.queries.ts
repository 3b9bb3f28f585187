import { where } from "../access/decide.ts";
import { readRows, type Row } from "../../platform/database/read-rows.ts";
import type { QueryContext } from "../context.ts";
import { Control } from "../controls/control.entity.ts";
import { counterparts } from "../frameworks/counterparts.rules.ts";
import { Project } from "../projects/project.entity.ts";
import { Evidence } from "./evidence.entity.ts";
import { evidenceAccess } from "./evidence.access.ts";

/** The number of projects considered besides the evidence's own. */
const MAX_PROJECTS = 20;

export interface Suggestion {
  project: Row<Project>;
  control: Row<Control>;
  /** Numbers of the evidence's controls that map to this one. */
  through: string[];
}

/**
 * The same customer's projects to which the caller may add evidence and which lack the file; its own project
 * first.
 */
async function projectsFor(ctx: QueryContext, { project, sha256 }: Row<Evidence>): Promise<Row<Project>[]> {
  const { em, actor } = ctx;
  const [own] = await readRows(em, Project, { where: { id: project.id } });
  if (own === undefined) return [];
  const customer = own.customer?.id ?? null;
  const others = await readRows(em, Project, {
    where: {
      $and: [
        { id: { $ne: own.id }, customer, status: { $ne: "archived" } },
        where(actor, evidenceAccess["evidence.upload"]),
      ],
    },
    orderBy: { updatedAt: "desc", id: "desc" },
    limit: MAX_PROJECTS,
  });
  const there = await readRows(em, Evidence, {
    where: {
      project: { $in: others.map(({ id }) => id) },
      sha256,
      deletedAt: null,
      status: { $ne: "superseded" },
    },
  });
  const having = new Set(there.map((evidence) => evidence.project.id));
  return [own, ...others.filter(({ id }) => !having.has(id))];
}

/**
 * Controls that the evidence could also serve according to the cross map: in its own project, then in others.
 */
export async function suggestControls(ctx: QueryContext, evidence: Row<Evidence>): Promise<Suggestion[]> {
  const projects = await projectsFor(ctx, evidence);
  const controls = await readRows(ctx.em, Control, {
    where: { project: { $in: projects.map(({ id }) => id) }, notApplicable: false },
    orderBy: { position: "asc" },
  });
  const [ownControl] = await readRows(ctx.em, Control, { where: { id: evidence.control.id } });
  const [own] = projects;
  if (own === undefined || ownControl === undefined) return [];
  const served = [ownControl.number, ...evidence.alsoControls];
  return projects.flatMap((project) =>
    counterparts(own.framework, served, project.framework).flatMap(({ number, through }) => {
      if (project === own && served.includes(number)) return [];
      const control = controls.find((each) => each.project.id === project.id && each.number === number);
      return control === undefined ? [] : [{ project, control, through }];
    }),
  );
}
