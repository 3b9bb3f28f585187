import { Conversation } from "../../domain/assistant/conversation.entity.ts";
import { newId } from "../../platform/ids.ts";
import type { Stage, World } from "./access-worlds.ts";
import { formWith } from "../../testkit/form-with.ts";
import { uploadQuestionnaire } from "./upload-questionnaire.ts";

export const policyIn = ({ projectId }: World) => ({
  project_id: projectId,
  type: "access_control",
  framework: "soc2",
  control_id: "CC6.1",
  company_name: newId(),
  industry: "software",
});

export async function newPolicy(stage: Stage, world: World): Promise<string> {
  const { data } = await world.owner.send("POST", "/api/v1/ai/generate/policy", policyIn(world));
  stage.note(data.id, { kind: "project", world: world.name, projectId: world.projectId });
  return data.id;
}

const QUESTIONS = { name: "questions.csv", bytes: "Question,Answer\nIs it safe?,\n" };

export const questionnaireForm = ({ projectId }: World): FormData =>
  formWith({ project_id: projectId }, QUESTIONS);

export async function newQuestionnaire(stage: Stage, world: World): Promise<string> {
  const id = await uploadQuestionnaire(world.owner, world.projectId, QUESTIONS);
  stage.note(id, { kind: "project", world: world.name, projectId: world.projectId });
  return id;
}

export async function newQuestion(stage: Stage, world: World): Promise<Record<string, string>> {
  const id = await newQuestionnaire(stage, world);
  const { data } = await world.owner.get(`/api/v1/questionnaires/${id}/items`);
  return { id, itemId: data.items[0]!.id };
}

export async function newJob(stage: Stage, world: World): Promise<string> {
  const body = { kind: "gap_analysis", project_id: world.projectId };
  const { data } = await world.owner.send("POST", "/api/v1/ai/analyze", body);
  stage.note(data.id, { kind: "project", world: world.name, projectId: world.projectId });
  return data.id;
}

/** The customer's own, about the world's project. */
export async function newConversation(stage: Stage, world: World): Promise<string> {
  const [id, now] = [newId(), new Date()];
  const about = { owner: world.owner.id, project: world.projectId, title: "A question" };
  await stage.product.orm.em.fork().insert(Conversation, {
    id,
    ...about,
    promptTokens: 0,
    completionTokens: 0,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}
