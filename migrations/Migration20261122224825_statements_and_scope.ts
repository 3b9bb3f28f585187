import { Migration } from '@mikro-orm/migrations';

// Projects keep covering all categories for which their framework has controls.
const COVERED = `update projects set categories = coalesce((select array_agg(category order by place) from (
    select t.category, t.place from unnest(array['security', 'availability', 'processing_integrity', 'confidentiality', 'privacy'])
      with ordinality as t (category, place)
    where exists (select from controls where project_id = projects.id and trust_category = t.category)) covered), '{}');`;

/**
 * Statements about controls in place of evidence, the categories that a project covers, and acceptances by
 * its auditor.
 */
export class Migration20261122224825_statements_and_scope extends Migration {

  override name = 'Migration20261122224825_statements_and_scope';

  override up(): void | Promise<void> {
    this.addSql(`alter table "projects" add "categories" text[] not null default '{}', add "pending_scope" jsonb null;`);

    this.addSql(`alter table "controls" add "out_of_scope" boolean not null default false, add "statements" jsonb not null default '{}', add "pending_change" jsonb null;`);

    this.addSql(`alter table "evidence" add "acceptance" text null, add "accepted_by_id" uuid null, add "accepted_at" timestamptz null, add "acceptance_note" text null;`);
    this.addSql(`alter table "evidence" add constraint "evidence_accepted_by_id_foreign" foreign key ("accepted_by_id") references "users" ("id") on delete set null;`);
    this.addSql(`alter table "evidence" add constraint "evidence_acceptance_check" check ("acceptance" in ('accepted', 'rejected'));`);
    this.addSql(COVERED);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "evidence" drop constraint "evidence_accepted_by_id_foreign";`);

    this.addSql(`alter table "controls" drop column "out_of_scope", drop column "statements", drop column "pending_change";`);

    this.addSql(`alter table "evidence" drop constraint "evidence_acceptance_check";`);
    this.addSql(`alter table "evidence" drop column "acceptance", drop column "accepted_by_id", drop column "accepted_at", drop column "acceptance_note";`);

    this.addSql(`alter table "projects" drop column "categories", drop column "pending_scope";`);
  }

}
