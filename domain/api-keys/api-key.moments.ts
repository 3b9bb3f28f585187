import { createMoment } from "../moment.ts";

/** A key is restricted to the projects with these ids: throws unless its creator can see them. */
export const onKeyConfined = createMoment<readonly string[]>();

/** A key has a successor, which inherits what was created with it. */
export const onKeyRotated = createMoment<{ from: string; to: string }>();
