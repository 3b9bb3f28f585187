export const RESET_MINUTES = 30;
/** As many living links a user gets by mail: nobody can flood somebody's inbox, and each of the links works. */
export const MAILED_RESETS = 3;

export const resetWorkflowId = (requestId: string): string => `password-reset-${requestId}`;

/** The page on which a person asks for a link. */
export const FORGOT_PATH = "/password/forgot";

/** Where a link leads. The token is in the part that servers see, because the page works without scripts. */
export const resetUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/reset-password?token=${token}`;
