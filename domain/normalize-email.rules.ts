/** E-mail addresses are compared without regard to case or surrounding space. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();
