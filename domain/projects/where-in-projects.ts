import { readRows } from "../../platform/database/read-rows.ts";
import type { QueryContext } from "../context.ts";
import { Project } from "./project.entity.ts";
import type { AccessRule } from "../access/access-rule.ts";
import { questionFor } from "../access/decide.ts";
import type { Question } from "../access/question.ts";
import { toFilter, type Filter } from "../access/to-filter.ts";

/*
 * The same filter as `where`, for long lists in projects. PostgreSQL cannot predict how few rows a caller's
 * projects have, and would read all rows. So the projects are read first, and then the rows by their ids.
 */

const PROJECT = "project.";

/** The question about the project alone; null if it also depends on other attributes of the row. */
function ofProject(question: Question): Question | null {
  switch (question.kind) {
    case "always":
    case "never":
      return null;
    case "equals":
    case "differs":
    case "oneOf":
    case "some":
      return question.path.startsWith(PROJECT)
        ? { ...question, path: question.path.slice(PROJECT.length) }
        : null;
    case "all":
    case "any": {
      const questions = question.questions.map(ofProject);
      return questions.includes(null) ? null : { ...question, questions: questions as Question[] };
    }
  }
}

async function projectIds({ em }: QueryContext, question: Question): Promise<string[]> {
  const rows = await readRows(em, Project, { where: toFilter(question) });
  return rows.map(({ id }) => id);
}

/** For callers who see all projects except those being deleted, these are fewer to list. */
async function inProjects(ctx: QueryContext, question: Question): Promise<Filter> {
  const isOfAll = question.kind === "equals" && question.path === "deletingAt" && question.value === null;
  if (!isOfAll) return { project: { $in: await projectIds(ctx, question) } };
  return { project: { $nin: await projectIds(ctx, { ...question, kind: "differs" }) } };
}

async function filterFor(ctx: QueryContext, question: Question): Promise<Filter> {
  const named = ofProject(question);
  if (named !== null) return inProjects(ctx, named);
  if (question.kind !== "all" && question.kind !== "any") return toFilter(question);
  const parts = await Promise.all(question.questions.map((part) => filterFor(ctx, part)));
  return { [question.kind === "all" ? "$and" : "$or"]: parts };
}

/** The database filter for the rows on which the rule lets the caller act at this time. */
export const whereInProjects = (ctx: QueryContext, rule: AccessRule): Promise<Filter> =>
  filterFor(ctx, questionFor(ctx.actor, rule));
