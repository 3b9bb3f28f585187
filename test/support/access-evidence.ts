import { makePdf } from "../../dev/sample-files/make-pdf.ts";
import { Evidence } from "../../domain/evidence/evidence.entity.ts";
import { newId } from "../../platform/ids.ts";
import type { Stage, World } from "./access-worlds.ts";

const pdf = makePdf({ pages: [["A page of evidence."]] });

/** A form with a new file. */
export async function formWith(fields: Record<string, string>): Promise<FormData> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", new Blob([new Uint8Array(await pdf), `\n%${newId()}\n`]), "evidence.pdf");
  return form;
}

export const uploadForm = ({ projectId }: World): Promise<FormData> =>
  formWith({ project_id: projectId, control_id: "CC6.1", title: "A file" });

export async function newEvidence(stage: Stage, world: World): Promise<string> {
  const response = await world.owner.fetch("/api/v1/evidence", {
    method: "POST",
    body: await uploadForm(world),
  });
  const { data } = (await response.json()) as { data: { id: string } };
  stage.note(data.id, { kind: "project", world: world.name, projectId: world.projectId });
  return data.id;
}

export async function acceptedEvidence(stage: Stage, world: World): Promise<string> {
  const id = await newEvidence(stage, world);
  await stage.people.admin.send("POST", `/api/v1/evidence/${id}/review`, { decision: "approve" });
  return id;
}

/** Evidence whose ingestion has ended, as no worker runs. */
export async function ingestedEvidence(stage: Stage, world: World): Promise<string> {
  const id = await newEvidence(stage, world);
  await stage.product.orm.em.fork().nativeUpdate(Evidence, { id }, { chunkingStatus: "COMPLETED" });
  return id;
}
