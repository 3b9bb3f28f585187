import { hash } from "@node-rs/argon2";
import { User } from "../../domain/users/user.entity.ts";
import type { Role } from "../../domain/users/user.rules.ts";
import { newId } from "../../platform/ids.ts";
import type { Orm } from "../../platform/database/orm.ts";

export const PASSWORD = "correct horse battery staple";

// One hash for all, with the least work, because argon2 is deliberately slow and thousands sign in.
const passwordHash = hash(PASSWORD, { memoryCost: 64, timeCost: 1 });

export interface Person {
  id: string;
  email: string;
}

export interface PersonOptions {
  managerId?: string;
  demoAllowed?: boolean;
  active?: boolean;
}

/** A user of the role who can sign in with PASSWORD. */
export async function createPerson(orm: Orm, role: Role, options: PersonOptions = {}): Promise<Person> {
  const em = orm.em.fork();
  const id = newId();
  const { managerId, ...rest } = options;
  const manager = managerId === undefined ? null : em.getReference(User, managerId);
  const email = `${role}-${id}@example.com`;
  em.create(User, {
    id,
    email,
    name: `A ${role}`,
    role,
    passwordHash: await passwordHash,
    preferences: {},
    manager,
    ...rest,
  });
  await em.flush();
  return { id, email };
}
