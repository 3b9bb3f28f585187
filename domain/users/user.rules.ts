export const ROLES = ["customer", "auditor", "manager", "admin"] as const;
export type Role = (typeof ROLES)[number];

export const SCOPES = ["read", "write", "admin", "audit", "webhook"] as const;
export type Scope = (typeof SCOPES)[number];

const SCOPES_OF_ROLE: Record<Role, readonly Scope[]> = {
  customer: ["read", "write", "webhook"],
  auditor: ["read", "write", "audit", "webhook"],
  manager: ["read", "write", "audit", "webhook"],
  admin: SCOPES,
};

/** The scopes of a session from the login form: all that the role allows. */
export const scopesOfRole = (role: Role): readonly Scope[] => SCOPES_OF_ROLE[role];

/** The scopes in `wanted` that all others allow. */
export const narrowScopes = (
  wanted: readonly string[],
  ...limits: readonly (readonly string[])[]
): string[] => wanted.filter((scope) => limits.every((limit) => limit.includes(scope)));
