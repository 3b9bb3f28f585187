import { createMoment } from "../moment.ts";

/** A user was deactivated or reactivated: all their credentials end at once. */
export const onStandingChanged = createMoment<string>();

/** A user has a new e-mail address. */
export const onAddressChanged = createMoment<string>();
