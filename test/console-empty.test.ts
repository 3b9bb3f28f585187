import { beforeAll, expect, test } from "@jest/globals";
import { expectNoSidewaysScroll } from "./support/console.ts";
import { isShown, setUpDeskJourneys } from "./support/console-visit.ts";
import type { SignedIn } from "./support/product.ts";

const journey = setUpDeskJourneys();
let admin: SignedIn;

beforeAll(async () => {
  admin = await journey.product.signIn("admin");
});

type EmptyList = [path: string, title: string, hint: string];

/** Each list says what will be there, or which filter hides it. */
async function expectEmpty(lists: readonly EmptyList[]): Promise<void> {
  const { page } = journey;
  for (const [path, title, hint] of lists) {
    await page.goto(path);
    await page.getByText(title, { exact: true }).waitFor();
    expect(await isShown(page.getByText(hint, { exact: true }))).toBe(true);
    await expectNoSidewaysScroll(page);
  }
}

test("a new project's lists say what will be there, also on phones", async () => {
  const { page, stage, comeIn } = journey;
  const project = `/projects/${stage.projectId}`;
  const filtered = "Change or remove a filter.";
  await page.setViewportSize({ width: 360, height: 740 });
  await comeIn(stage.manager.email);
  await expectEmpty([
    ["/review", "Nothing to review", "New evidence appears here automatically."],
    [
      `${project}/evidence`,
      "No evidence",
      "Files uploaded for a control appear here, with their review and quality.",
    ],
    [`${project}/evidence?status=rejected`, "No evidence", filtered],
    [`${project}/controls?q=nothing-like-this`, "No control matches", filtered],
    [`${project}/findings`, "No findings", "What auditors and scanners find appears here."],
    [`${project}/findings?severity=High`, "No findings", filtered],
    [`${project}/policies`, "No policies", "Generate one of the type that a control requires."],
    [`${project}/policies?q=nothing-like-this`, "Nothing matches", filtered],
    [`${project}/reports?kind=auditor_package`, "Nothing matches", filtered],
    ["/settings/webhooks?q=nothing-like-this", "Nothing matches", filtered],
    ["/settings/api-keys?q=nothing-like-this", "Nothing matches", filtered],
    [`${project}/questionnaires`, "No questionnaires", "Upload one to find its answers in the evidence."],
    [`${project}/reports`, "No reports", "Build one; you can download it here when it is ready."],
    ["/settings/webhooks", "No webhooks", "A webhook sends events to your address as they happen."],
    ["/settings/api-keys", "No API keys", "A key lets a program act on your behalf."],
  ]);
});

test("the lists of auditors and administrators say what will be there, also on phones", async () => {
  const { page, stage, comeIn } = journey;
  await page.setViewportSize({ width: 360, height: 740 });
  await comeIn(stage.auditor.email);
  await expectEmpty([
    [`/audits/${stage.projectId}`, "Nothing here", "Approved evidence waits here for your decision."],
  ]);
  await comeIn(admin.email);
  await expectEmpty([
    ["/settings/people", "No invitations", "People you invite appear here."],
    ["/settings/audit-log?q=nothing-like-this", "No entries", "Change or remove a filter."],
    [
      "/settings/oauth-clients",
      "No OAuth clients",
      "A client lets an application sign people in or act on its own behalf.",
    ],
    [
      "/settings/identity-providers",
      "No identity providers",
      "With one, people sign in with their company account.",
    ],
    [
      "/settings/workflows",
      "No failed workflows",
      "Everything the service started has succeeded or is still running.",
    ],
  ]);
});
