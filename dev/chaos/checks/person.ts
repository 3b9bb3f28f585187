import type { Role } from "../../../domain/users/user.rules.ts";

/** A caller of the product, as far as the checks need it. */
export interface Person {
  id: string;
  role: Role;
  managerId: string | null;
  /** `data` is the content of the envelope; callers know its type. */
  get<T>(path: string): Promise<{ status: number; data: T }>;
}
