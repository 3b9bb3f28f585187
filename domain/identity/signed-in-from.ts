import { daysAfter } from "../days.rules.ts";
import type { EntityManager } from "@mikro-orm/postgresql";
import { normalizeEmail } from "../normalize-email.rules.ts";

const REMEMBERED_DAYS = 30;
/** Only this many of the latest are considered, however often someone signs in. */
const LATEST = 100;

const ADDRESSES = `with person as (select id from users where email = ? and active),
    noted as (
      (select position, occurred_at, action, address from audit_entries
        where subject_id = (select id::text from person) order by position desc limit ${LATEST})
      union all
      (select null, occurred_at, action, address from audit_intake
        where subject_id = (select id::text from person) order by occurred_at desc limit ${LATEST}))
  select distinct address from noted
    where action = 'auth.signed_in' and address is not null and occurred_at > ?`;

/** The addresses from which the user with this e-mail address recently signed in. */
export async function addressesSignedInFrom(em: EntityManager, email: string, now: Date): Promise<string[]> {
  const since = daysAfter(now, -REMEMBERED_DAYS);
  const rows = await em.execute<{ address: string }[]>(ADDRESSES, [normalizeEmail(email), since]);
  return rows.map(({ address }) => address);
}
