import { Migration } from '@mikro-orm/migrations';

export class Migration20261123062754_evidence_lists extends Migration {

  override name = 'Migration20261123062754_evidence_lists';

  override up(): void | Promise<void> {
    this.addSql(`create index events_of_versions on events (project_id) where kind = 'evidence.superseded';`);

    this.addSql(`create index "evidence_uploaded_by_id_uploaded_at_id_index" on "evidence" ("uploaded_by_id", "uploaded_at", "id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "events_of_versions";`);

    this.addSql(`drop index "evidence_uploaded_by_id_uploaded_at_id_index";`);
  }

}
