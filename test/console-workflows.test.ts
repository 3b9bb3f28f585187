import { beforeAll, expect, test } from "@jest/globals";
import { ingestionWorkflowId } from "../domain/evidence/evidence.rules.ts";
import { newId } from "../platform/ids.ts";
import { createTemporalClient } from "../platform/temporal/temporal.ts";
import { accessibilityProblems, expectNoSidewaysScroll } from "./support/console.ts";
import { setUpEvidenceJourneys } from "./support/console-visit.ts";
import type { SignedIn } from "./support/product.ts";

const journey = setUpEvidenceJourneys({ parts: ["worker"] });
let admin: SignedIn;
beforeAll(async () => void (admin = await journey.product.signIn("admin")));

test("an administrator sees why a workflow failed while the page is open, and restarts it", async () => {
  const { page, product, comeIn: signIn } = journey;
  const { client, close } = createTemporalClient(product.config);
  const workflowId = `invitation-${newId()}-1`;
  // The first run is ended before a worker takes it.
  await client.workflow.start("sendInvitation", {
    workflowId,
    taskQueue: `${product.config.TEMPORAL_TASK_QUEUE}-mail`,
    args: [{ invitationId: newId(), sends: 1 }],
    startDelay: "1h",
    staticSummary: "Mail an invitation",
  });
  await signIn(admin.email, "/settings/workflows");
  await page.getByText("No failed workflows").waitFor();
  await page.getByRole("radiogroup", { name: "Which workflows" }).getByText("Terminated").click();
  await page.getByText("No failed workflows").waitFor();
  await client.workflow.getHandle(workflowId).terminate("Ended by a test");
  const row = page.getByRole("row", { name: /Mail an invitation.*Ended by a test/ });
  await row.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await row.getByRole("button", { name: "Retry" }).click();
  await page.getByText("Started again: Mail an invitation").waitFor();
  expect(await client.workflow.getHandle(workflowId).result()).toEqual({ outcome: "not configured" });
  await close();
});

test("a workflow that failed names the file that it is about", async () => {
  const { page, product, stage, comeIn: signIn } = journey;
  const { client, close } = createTemporalClient(product.config);
  const workflowId = ingestionWorkflowId(stage.evidence.get("Alarm panel")!, 99);
  await client.workflow.start("ingestEvidence", {
    workflowId,
    taskQueue: product.config.TEMPORAL_TASK_QUEUE,
    args: [{ evidenceId: stage.evidence.get("Alarm panel")!, attempt: 99 }],
    startDelay: "1h",
  });
  await client.workflow.getHandle(workflowId).terminate("Ended by a test");
  await close();
  await signIn(admin.email, "/settings/workflows?status=terminated");
  const row = page.getByRole("row").filter({ hasText: workflowId });
  await row.getByRole("link", { name: "Alarm panel" }).click();
  await page.getByRole("heading", { name: "Alarm panel", level: 1 }).waitFor();
});
