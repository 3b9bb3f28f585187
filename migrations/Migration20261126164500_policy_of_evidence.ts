import { Migration } from "@mikro-orm/migrations";

/** Matches the description that filed policies had until now, which was how they were found. */
const FILED = "'^Written policy of .*: .+, version (\\d+)\\. Filed from the policy ([0-9a-f-]{36})\\.$'";

/** The policy that evidence was filed from, carried over from descriptions that no one has rewritten. */
export class Migration20261126164500_policy_of_evidence extends Migration {
  override name = "Migration20261126164500_policy_of_evidence";

  override up(): void {
    this.addSql("alter table evidence add column policy_id uuid null, add column policy_version int null;");
    this.addSql(`update evidence one
  set policy_id = policies.id, policy_version = (regexp_match(one.description, ${FILED}))[1]::int
  from policies
  where policies.id::text = (regexp_match(one.description, ${FILED}))[2] and policies.project_id = one.project_id;`);
    this.addSql("create index evidence_of_policy on evidence (policy_id) where policy_id is not null;");
  }

  override down(): void {
    this.addSql("alter table evidence drop column policy_id, drop column policy_version;");
  }
}
