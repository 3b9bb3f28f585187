import { Migration } from '@mikro-orm/migrations';

export class Migration20261121203721_controls_and_reviews extends Migration {

  override name = 'Migration20261121203721_controls_and_reviews';

  override up(): void | Promise<void> {
    this.addSql(`alter table "controls" add "progress_source" text not null default 'evidence', add "approved_evidence" int not null default 0, add "pending_evidence" int not null default 0, add "owner_id" uuid null, add "not_applicable" boolean not null default false, add "justification" text null;`);
    this.addSql(`alter table "controls" add constraint "controls_owner_id_foreign" foreign key ("owner_id") references "users" ("id") on delete set null;`);
    this.addSql(`create index "controls_owner_id_index" on "controls" ("owner_id");`);
    this.addSql(`alter table "controls" add constraint "controls_progress_source_check" check ("progress_source" in ('evidence', 'manual'));`);

    this.addSql(`alter table "evidence" add "reminded_days" double precision null, add "reviewed_by_id" uuid null, add "reviewed_at" timestamptz null, add "review_note" text null;`);
    this.addSql(`alter table "evidence" add constraint "evidence_reviewed_by_id_foreign" foreign key ("reviewed_by_id") references "users" ("id") on delete set null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "controls" drop constraint "controls_owner_id_foreign";`);

    this.addSql(`alter table "evidence" drop constraint "evidence_reviewed_by_id_foreign";`);

    this.addSql(`drop index "controls_owner_id_index";`);
    this.addSql(`alter table "controls" drop constraint "controls_progress_source_check";`);
    this.addSql(`alter table "controls" drop column "progress_source", drop column "approved_evidence", drop column "pending_evidence", drop column "owner_id", drop column "not_applicable", drop column "justification";`);

    this.addSql(`alter table "evidence" drop column "reminded_days", drop column "reviewed_by_id", drop column "reviewed_at", drop column "review_note";`);
  }

}
