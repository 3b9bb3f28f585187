import { ApiError } from "./api-error.ts";

/** What was asked for does not exist, or the user may not see it. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
