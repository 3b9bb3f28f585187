import type { User } from "./user.queries.ts";

export type Role = User["role"];

export const ROLES: readonly Role[] = ["customer", "auditor", "manager", "admin"];
