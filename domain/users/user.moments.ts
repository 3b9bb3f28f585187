import { createMoment } from "../moment.ts";

/** The user with this id was deactivated or reactivated: whatever they could act with ends at once. */
export const onStandingChanged = createMoment<string>();

/** The user with this id has another e-mail address. */
export const onAddressChanged = createMoment<string>();
