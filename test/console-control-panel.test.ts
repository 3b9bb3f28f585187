import { expect, test } from "@jest/globals";
import { isShown, setUpDeskJourneys } from "./support/console-visit.ts";
import { waitFor } from "./support/wait-for.ts";

const PATIENCE_MS = 120_000;
const journey = setUpDeskJourneys();

test(
  "a control is marked as not applicable beside the list, with a reason, and its history names the change",
  async () => {
    const { page, stage, comeIn } = journey;
    await comeIn(stage.manager.email, `/projects/${stage.projectId}/controls?control=CC1.2`);
    const panel = page.getByRole("dialog", { name: /^CC1\.2/ });
    await panel.getByRole("button", { name: "Mark as not applicable…" }).click();
    const send = panel.getByRole("button", { name: "Mark as not applicable", exact: true });
    expect(await send.isDisabled()).toBe(true);
    await panel.getByLabel("Why does it not apply?").fill("There is no board");
    await send.click();
    await panel.getByText("There is no board").waitFor();
    await panel.getByText(/^Morgan Manager changed it: .*applicability/).waitFor();
    const path = `/api/v1/projects/${stage.projectId}/controls/CC1.2` as const;
    expect((await stage.manager.get(path)).data).toMatchObject({
      not_applicable: true,
      justification: "There is no board",
    });
    await panel.getByRole("button", { name: "Mark as applicable" }).click();
    await waitFor(
      async () => (await stage.manager.get(path)).data,
      ({ not_applicable: isOut }) => !isOut,
    );
    expect(await isShown(panel.getByRole("button", { name: "Mark as not applicable…" }))).toBe(true);
  },
  PATIENCE_MS,
);
