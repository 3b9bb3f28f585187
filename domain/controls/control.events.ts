import { z } from "zod";
import { event, exampleId } from "../events/event-definition.ts";
import { inChannels, personal, type Notice } from "../events/notice.rules.ts";
import { CONTROL_EXAMPLE, controlRef } from "../projects/project.events.ts";

const control = { ...CONTROL_EXAMPLE, due_date: "2026-12-01T00:00:00.000Z" };
const owner_id = exampleId(4);
const owned = { control: controlRef, owner_id: z.string().nullable() };

/** The owner; while there is none, everyone in the project. */
const toOwner = {
  notice: ({ owner_id: owner }: { owner_id: string | null }): Notice =>
    owner === null ? inChannels("general", "people") : personal([owner]),
};

export const controlEvents = {
  "control.due": event(
    "A control that is not complete is due in `days_left` days",
    { ...owned, days_left: z.int() },
    { control, owner_id, days_left: 7 },
    toOwner,
  ),
  "control.overdue": event(
    "The due date of a control passed before it was complete",
    owned,
    { control, owner_id },
    toOwner,
  ),
};
