import { createMoment } from "../moment.ts";

/** A key is tied to the projects with these ids: throws unless its maker may name them. */
export const onKeyConfined = createMoment<readonly string[]>();

/** A key has a successor, which takes over what was made with it. */
export const onKeyRotated = createMoment<{ from: string; to: string }>();
