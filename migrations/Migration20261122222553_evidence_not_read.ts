import { Migration } from '@mikro-orm/migrations';

// Evidence approved with a note although its file had failed, and evidence that was ever rejected.
const KNOWN = [
  `update evidence set approved_unread = true
     where status = 'approved' and chunking_status = 'FAILED' and coalesce(review_note, '') <> '';`,
  `insert into rejected_files (project_id, sha256, evidence_id, title, note, rejected_at)
     select project_id, sha256, id, title, coalesce(review_note, ''), reviewed_at from evidence
     where reviewed_at is not null and approved_at is null;`,
];

/**
 * Evidence that was not read does not count unless it was approved with a reason; rejected files are
 * recognized when uploaded again.
 */
export class Migration20261122222553_evidence_not_read extends Migration {

  override name = 'Migration20261122222553_evidence_not_read';

  override up(): void | Promise<void> {
    this.addSql(`create table "rejected_files" ("project_id" uuid not null, "sha256" varchar(255) not null, "evidence_id" uuid not null, "title" varchar(255) not null, "note" text not null, "rejected_at" timestamptz not null, primary key ("project_id", "sha256", "evidence_id"));`);

    this.addSql(`alter table "evidence" add "approved_unread" boolean not null default false;`);

    this.addSql(`alter table "rejected_files" add constraint "rejected_files_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade;`);
    this.addSql(`alter table "rejected_files" enable row level security;`);
    this.addSql(`create policy "rejected_files_of_caller" on "rejected_files" using ((select current_setting('compliance.sees', true)) = 'all' or rejected_files.project_id in (select compliance_projects()) or rejected_files.project_id::text = (select current_setting('compliance.sees', true)));`);
    for (const sql of KNOWN) this.addSql(sql);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "rejected_files" cascade;`);

    this.addSql(`alter table "evidence" drop column "approved_unread";`);
  }

}
