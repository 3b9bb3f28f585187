import type { Role } from "../../../domain/users/user.rules.ts";
import type { Product, SignedIn } from "../product.ts";

export interface HistoryPerson extends SignedIn {
  role: Role;
  managerId: string | null;
}

/** Two companies with an auditor and a manager each, and an administrator. */
export async function historyPeople(product: Product): Promise<HistoryPerson[]> {
  const people: HistoryPerson[] = [];
  const add = async (role: Role, managerId: string | null = null): Promise<HistoryPerson> => {
    const signedIn = await product.signIn(role, managerId === null ? {} : { managerId });
    people.push({ ...signedIn, role, managerId });
    return people.at(-1)!;
  };
  await add("admin");
  for (let company = 0; company < 2; company += 1) {
    const manager = await add("manager");
    await add("customer", manager.id);
    await add("auditor", manager.id);
  }
  return people;
}
