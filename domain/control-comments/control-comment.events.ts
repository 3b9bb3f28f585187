import { z } from "zod";
import { event, exampleId } from "../events/event-definition.ts";

const commented = z.object({
  control: z.object({ id: z.string(), number: z.string(), title: z.string(), project_id: z.string() }),
  comment: z.object({ id: z.string(), author_id: z.string() }),
});

export const controlCommentEvents = {
  "control.commented": event("A person commented on a control", commented, {
    control: { id: exampleId(3), number: "CC6.1", title: "Logical access", project_id: exampleId(2) },
    comment: { id: exampleId(1), author_id: exampleId(4) },
  }),
};
