import { User } from "../../domain/users/user.entity.ts";
import type { Role } from "../../domain/users/user.rules.ts";
import { newId } from "../../platform/ids.ts";
import type { Orm } from "../../platform/database/orm.ts";
import { hashPassword } from "../../platform/crypto/passwords.ts";

export const PASSWORD = "correct horse battery staple";

// One hash for all, because argon2 is deliberately slow.
const passwordHash = hashPassword(PASSWORD);

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
  await em
    .persist(
      em.create(User, {
        id,
        email,
        name: `A ${role}`,
        role,
        passwordHash: await passwordHash,
        preferences: {},
        manager,
        ...rest,
      }),
    )
    .flush();
  return { id, email };
}
