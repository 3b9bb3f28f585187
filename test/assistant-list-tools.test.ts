import { expect, test } from "@jest/globals";
import { newId } from "../platform/ids.ts";
import { startAssistant } from "./support/assistant-stage.ts";

const stage = await startAssistant({ withModel: true });
const call = (name: string, input: object) => ({ name, arguments: JSON.stringify(input) });
/** The results of the tools that the model called before this turn. */
const resultsBefore = (turn: number): unknown[] =>
  stage.model.requests[turn]!.body.messages.filter(({ role }) => role === "tool").map(
    ({ content }): unknown => JSON.parse(content),
  );

test("a model lists rows, and is refused arguments that no list has", async () => {
  stage.model.script(
    {
      call: [
        call("list_controls", { state: "overdue" }),
        call("list_evidence", { control: "CC6.1" }),
        call("list_milestones", {}),
      ],
    },
    {
      call: [
        call("list_controls", { state: "lost" }),
        call("list_evidence", { control: "CC99.9" }),
        call("list_milestones", { project_id: newId() }),
      ],
    },
    { say: "Nothing is overdue." },
  );
  const message = "Is anything late?";
  const { data } = await stage.customer.send("POST", "/api/v1/ai/chat", {
    message,
    context: { project_id: stage.projectId },
  });
  expect(data).toMatchObject({ mode: "model", found: true });
  expect(resultsBefore(1)).toEqual([
    { figures: { controls: "No control is overdue." } },
    { figures: { evidence: "There is no evidence for CC6.1." } },
    { figures: { milestones: "No milestone is planned, and none was missed." } },
  ]);
  expect(resultsBefore(2).slice(-3)).toEqual([
    { error: "expects only a state, or no arguments" },
    { error: "the project has no such control" },
    { error: "expects no arguments" },
  ]);
});
