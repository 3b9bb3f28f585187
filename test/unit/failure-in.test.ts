import { describe, expect, test } from "@jest/globals";
import { failureIn, type CloseEvent } from "../../api/housekeeping/failure-in.ts";

const failed = (failure: object) =>
  ({ workflowExecutionFailedEventAttributes: { failure } }) as unknown as CloseEvent;
const terminated = (reason: string) =>
  ({ workflowExecutionTerminatedEventAttributes: { reason } }) as unknown as CloseEvent;

describe("why a workflow closed", () => {
  test("is its deepest cause", () => {
    const cause = { message: "Activity task failed", cause: { message: "The mail server refused" } };
    expect(failureIn(failed({ message: "Workflow failed", cause }))).toBe("The mail server refused");
  });

  test("is unknown without a history, and without a message", () => {
    expect(failureIn(undefined)).toBeNull();
    expect(failureIn(failed({}))).toBeNull();
    expect(failureIn({})).toBeNull();
  });

  test("is the operator's reason for a termination, if there is one", () => {
    expect(failureIn(terminated("Started by mistake"))).toBe("Started by mistake");
    expect(failureIn(terminated(""))).toBe("The workflow was terminated");
  });

  test("is that it timed out", () => {
    const event = { workflowExecutionTimedOutEventAttributes: {} } as unknown as CloseEvent;
    expect(failureIn(event)).toBe("The workflow timed out");
  });

  test.each([failed({ message: "x".repeat(499) + "\u{1F512}" }), terminated("x".repeat(499) + "\u{1F512}")])(
    "is cut between characters: %#",
    (event) => expect(failureIn(event)).toBe("x".repeat(499)),
  );
});
