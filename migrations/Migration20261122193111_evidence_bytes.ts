import { Migration } from '@mikro-orm/migrations';

export class Migration20261122193111_evidence_bytes extends Migration {

  override name = 'Migration20261122193111_evidence_bytes';

  override up(): void | Promise<void> {
    this.addSql(`create index evidence_bytes on evidence (project_id) include (file_size);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "evidence_bytes";`);
  }

}
