import type { Role } from "../../../domain/users/user.rules.ts";

/** Somebody who asks the product, as far as the checks need them. */
export interface Person {
  id: string;
  role: Role;
  managerId: string | null;
  /** `data` is what the envelope of the answer holds; what it is like is for the asker to know. */
  get<T>(path: string): Promise<{ status: number; data: T }>;
}
