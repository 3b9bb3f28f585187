import { Migration } from '@mikro-orm/migrations';

/** When evidence was first accepted, regardless of its later status. */
export class Migration20261122091222_evidence_approved_at extends Migration {

  override name = 'Migration20261122091222_evidence_approved_at';

  override up(): void | Promise<void> {
    this.addSql(`alter table "evidence" add "approved_at" timestamptz null;`);
    // Evidence that has since been replaced or quarantined no longer records the reviewer's decision; its
    // events do.
    this.addSql(`update "evidence" set "approved_at" = coalesce("reviewed_at", "updated_at")
      where "status" in ('approved', 'expired') or exists (
        select from "events" where "events"."subject_id" = "evidence"."id" and "events"."kind" = 'evidence.approved');`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "evidence" drop column "approved_at";`);
  }

}
