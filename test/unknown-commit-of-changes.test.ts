import { describe, expect, test } from "@jest/globals";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { newId } from "../platform/ids.ts";
import { createCommitCutter, type CutMoment } from "./support/commit-cutter.ts";
import { newProjectOf, signInPeople } from "./support/new-project.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import type { SignedIn } from "./support/product.ts";
import { rowsAdded } from "./support/rows-added.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { waitFor } from "./support/wait-for.ts";
import { uploadQuestionnaire } from "./support/upload-questionnaire.ts";

const cutter = await stopAfterAll(createCommitCutter(process.env["TEST_DATABASE_URL"]!));
const product = await startProductForFile({
  databaseAddress: cutter.address,
  environment: { WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" },
});
const people = await signInPeople(product);
const { admin, customer } = people;
const pdf = await makePdf({ pages: [["Access reviews take place every quarter."]] });

const idOf = async (by: SignedIn, path: string, body: object): Promise<string> =>
  (await by.send<{ id: string }>("POST", path, body)).data.id;

interface Change {
  by: SignedIn;
  method: "PUT" | "PATCH";
  path: string;
  body: object;
}

async function answerToAQuestion(projectId: string): Promise<string> {
  const file = { name: "q.csv", bytes: "Question,Answer\nDo you review access rights?,\n" };
  const id = await uploadQuestionnaire(customer, projectId, file);
  const { items } = (await customer.get(`/api/v1/questionnaires/${id}/items`)).data;
  return `/api/v1/questionnaires/${id}/items/${items[0]!.id}`;
}

type ChangeOf = (text: string, projectId: string) => Promise<Change> | Change;

/** Each change has its own unique text, and a new project. */
const CHANGES: Record<string, ChangeOf> = {
  "a project": (name, id) => ({ by: admin, method: "PUT", path: `/api/v1/projects/${id}`, body: { name } }),
  "several controls": (reason, id) => ({
    by: admin,
    method: "PUT",
    path: `/api/v1/projects/${id}/controls`,
    body: { controls: ["CC6.1", "CC6.2", "CC6.3"].map((one) => ({ control_id: one, progress: 40, reason })) },
  }),
  "several controls, by the audited party": (reason, id) => ({
    by: customer,
    method: "PUT",
    path: `/api/v1/projects/${id}/controls`,
    body: { controls: ["CC6.1", "CC6.2"].map((one) => ({ control_id: one, progress: 40, reason })) },
  }),
  "the scope of a project, by the audited party": (reason, id) => ({
    by: customer,
    method: "PUT",
    path: `/api/v1/projects/${id}`,
    body: { categories: ["security"], reason },
  }),
  "a finding": async (title, project_id) => ({
    by: customer,
    method: "PATCH",
    path: `/api/findings/${await idOf(customer, "/api/findings", { project_id, title: "F", severity: "Low" })}`,
    body: { title, status: "in-progress" },
  }),
  "several findings": async (category, project_id) => {
    const about = { project_id, title: "F", severity: "Low" };
    const ids = [await idOf(customer, "/api/findings", about), await idOf(customer, "/api/findings", about)];
    return {
      by: customer,
      method: "PATCH",
      path: `/api/v1/projects/${project_id}/findings`,
      body: { findings: ids.map((id) => ({ finding_id: id, category, status: "in-progress" })) },
    };
  },
  "a piece of evidence": async (title, project_id) => {
    const about = { project_id, control_id: "CC6.1", title: "Evidence" };
    const { data } = await customer.upload({ name: "a.pdf", bytes: pdf }, about);
    return { by: customer, method: "PUT", path: `/api/v1/evidence/${data.id}`, body: { title } };
  },
  "a milestone": async (name, projectId) => {
    const path = `/api/v1/projects/${projectId}/milestones`;
    const id = await idOf(customer, path, { name: "Audit", due_date: "2100-01-31T09:00:00Z" });
    return { by: customer, method: "PUT", path: `${path}/${id}`, body: { name } };
  },
  "a policy": async (text, project_id) => {
    const about = { type: "access_control", company_name: "Example", framework: "soc2", project_id };
    const id = await idOf(customer, "/api/v1/ai/generate/policy", about);
    return { by: customer, method: "PUT", path: `/api/v1/policies/${id}`, body: { content: `# ${text}` } };
  },
  "a webhook": async (description) => {
    const about = { url: "http://127.0.0.1:18099/", events: ["*"] };
    const id = await idOf(customer, "/api/v1/webhooks", about);
    return { by: customer, method: "PUT", path: `/api/v1/webhooks/${id}`, body: { description } };
  },
  "a user": (name) => ({ by: admin, method: "PUT", path: `/api/v1/users/${customer.id}`, body: { name } }),
  "an answer to a question": async (answer, projectId) => ({
    by: customer,
    method: "PUT",
    path: await answerToAQuestion(projectId),
    body: { decision: "edit", answer },
  }),
};

const added = (work: () => Promise<unknown>) => rowsAdded(product, work);
const send = ({ by, method, path, body }: Change) => by.send(method, path, body);

describe.each(Object.entries(CHANGES))("a change of %s, whose COMMIT is cut", (_name, changeOf) => {
  test.each<CutMoment>(["before", "after"])(
    "%s it was executed, is reported honestly and made once by a repetition",
    async (moment) => {
      const [plain, text] = [await changeOf(`t${newId()}`, await newProjectOf(people)), `t${newId()}`];
      const change = await changeOf(text, await newProjectOf(people));
      const expected = await added(async () => expect((await send(plain)).status).toBe(200));
      const found = await added(async () => {
        const cut = cutter.cut(text, moment);
        const first = await send(change);
        await cut;
        expect(first).toMatchObject({ status: 503, body: { error: { details: { reason: "maybe_saved" } } } });
        await waitFor(
          () => send(change),
          ({ status }) => status === 200,
        );
      });
      expect(found).toEqual(expected);
    },
    20_000,
  );
});
