import { Migration } from '@mikro-orm/migrations';

export class Migration20261121225546_list_indexes extends Migration {

  override name = 'Migration20261121225546_list_indexes';

  override up(): void | Promise<void> {
    this.addSql(`create index "audit_entries_project_id_actor_id_action_subject_kind_index" on "audit_entries" ("project_id", "actor_id", "action", "subject_kind");`);

    this.addSql(`create index "evidence_uploaded_at_id_index" on "evidence" ("uploaded_at", "id");`);
    this.addSql(`create index "evidence_title_id_index" on "evidence" ("title", "id");`);
    this.addSql(`create index "evidence_quality_score_id_index" on "evidence" ("quality_score", "id");`);
    this.addSql(`create index evidence_counted on evidence (project_id, status, chunking_status) where deleted_at is null;`);

    this.addSql(`create index "findings_due_date_id_index" on "findings" ("due_date", "id");`);
    this.addSql(`create index "findings_weight_id_index" on "findings" ("weight", "id");`);
    this.addSql(`create index "findings_project_id_status_severity_category_integ_7940e_index" on "findings" ("project_id", "status", "severity", "category", "integration", "due_date");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "audit_entries_project_id_actor_id_action_subject_kind_index";`);

    this.addSql(`drop index "evidence_uploaded_at_id_index";`);
    this.addSql(`drop index "evidence_title_id_index";`);
    this.addSql(`drop index "evidence_quality_score_id_index";`);
    this.addSql(`drop index "evidence_counted";`);

    this.addSql(`drop index "findings_due_date_id_index";`);
    this.addSql(`drop index "findings_weight_id_index";`);
    this.addSql(`drop index "findings_project_id_status_severity_category_integ_7940e_index";`);
  }

}
