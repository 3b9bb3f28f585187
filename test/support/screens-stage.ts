import { utils, write } from "@e965/xlsx";
import { setConsoleStage, type ConsoleStage } from "./console-stage.ts";
import type { Product } from "./product.ts";
import { waitFor } from "./wait-for.ts";

export interface ScreensStage extends ConsoleStage {
  policyId: string;
  questionnaireId: string;
  /** Of the manager. */
  webhookId: string;
  webhookUrl: string;
}

const QUESTION = "How many accounts held rights beyond their role?";

function questionnaire(): Blob {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ["Question", "Answer"],
      [QUESTION, ""],
    ]),
    "Questions",
  );
  return new Blob([new Uint8Array(write(book, { type: "buffer", bookType: "xlsx" }) as Buffer)]);
}

async function askCustomerQuestions({ manager, projectId }: ConsoleStage): Promise<string> {
  const form = new FormData();
  form.append("project_id", projectId);
  form.append("file", questionnaire(), "Customer.xlsx");
  const uploaded = await manager.fetch("/api/v1/questionnaires", { method: "POST", body: form });
  const { id } = ((await uploaded.json()) as { data: { id: string } }).data;
  await waitFor(
    () => manager.get(`/api/v1/questionnaires/${id}`),
    ({ data }) => data.status === "answered",
  );
  return id;
}

/** A project with something to show on each screen. */
export async function setScreensStage(product: Product): Promise<ScreensStage> {
  const stage = await setConsoleStage(product);
  const { manager, projectId } = stage;
  const policy = await manager.send("POST", "/api/v1/ai/generate/policy", {
    type: "access_control",
    framework: "soc2",
    company_name: "Example Cloud",
    project_id: projectId,
  });
  const webhookUrl = "http://127.0.0.1:9999/hook";
  const webhook = await manager.send("POST", "/api/v1/webhooks", {
    url: webhookUrl,
    description: "",
    events: ["evidence.approved"],
  });
  return {
    ...stage,
    policyId: policy.data.id,
    questionnaireId: await askCustomerQuestions(stage),
    webhookId: webhook.data.id,
    webhookUrl,
  };
}
