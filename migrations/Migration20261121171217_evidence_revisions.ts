import { Migration } from '@mikro-orm/migrations';

export class Migration20261121171217_evidence_revisions extends Migration {

  override name = 'Migration20261121171217_evidence_revisions';

  override up(): void | Promise<void> {
    this.addSql(`alter table "evidence" add "revision" int not null default 0, add "indexed_revision" int not null default 0, add "indexed_title" varchar(255) null;`);

    this.addSql(`alter table "evidence_chunks" drop constraint "evidence_chunks_evidence_id_ordinal_unique";`);
    this.addSql(`alter table "evidence_chunks" add "revision" int not null default 0;`);
    this.addSql(`alter table "evidence_chunks" add constraint "evidence_chunks_evidence_id_revision_ordinal_unique" unique ("evidence_id", "revision", "ordinal");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "evidence" drop column "revision", drop column "indexed_revision", drop column "indexed_title";`);

    this.addSql(`alter table "evidence_chunks" drop constraint "evidence_chunks_evidence_id_revision_ordinal_unique";`);
    this.addSql(`alter table "evidence_chunks" drop column "revision";`);
    this.addSql(`alter table "evidence_chunks" add constraint "evidence_chunks_evidence_id_ordinal_unique" unique ("evidence_id", "ordinal");`);
  }

}
