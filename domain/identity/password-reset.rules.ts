export const RESET_MINUTES = 30;
/** The maximum number of valid links by mail per user: no one can flood an inbox, and every link works. */
export const MAILED_RESETS = 3;

export const resetWorkflowId = (requestId: string): string => `password-reset-${requestId}`;

/** The page for requesting a link. */
export const FORGOT_PATH = "/password/forgot";

/** The target of a link. The token is in the query, not the fragment, because the page works without scripts. */
export const resetUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/reset-password?token=${token}`;
