import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000127_questionnaires extends Migration {

  override name = 'Migration20261122000127_questionnaires';

  override up(): void | Promise<void> {
    this.addSql(`create table "questionnaires" ("id" uuid not null, "project_id" uuid not null, "file_name" varchar(255) not null, "file_size" int not null, "sha256" varchar(255) not null, "sheet" varchar(255) not null, "header_row" int not null, "question_column" int not null, "answer_column" int not null, "status" text not null default 'answering', "attempt" int not null default 0, "uploaded_by_id" uuid not null, "uploaded_at" timestamptz not null, "asked_by_id" uuid not null, "answered_at" timestamptz null, "error" text null, primary key ("id"));`);
    this.addSql(`create index "questionnaires_project_id_uploaded_at_id_index" on "questionnaires" ("project_id", "uploaded_at", "id");`);

    this.addSql(`create table "questionnaire_items" ("id" uuid not null, "questionnaire_id" uuid not null, "project_id" uuid not null, "row" int not null, "question" text not null, "state" text not null default 'open', "answer" text null, "citations" jsonb not null, "decided_by_id" uuid null, "decided_at" timestamptz null, primary key ("id"));`);
    this.addSql(`create index "questionnaire_items_project_id_index" on "questionnaire_items" ("project_id");`);
    this.addSql(`alter table "questionnaire_items" add constraint "questionnaire_items_questionnaire_id_row_unique" unique ("questionnaire_id", "row");`);

    this.addSql(`alter table "questionnaires" add constraint "questionnaires_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade;`);
    this.addSql(`alter table "questionnaires" add constraint "questionnaires_uploaded_by_id_foreign" foreign key ("uploaded_by_id") references "users" ("id");`);
    this.addSql(`alter table "questionnaires" add constraint "questionnaires_asked_by_id_foreign" foreign key ("asked_by_id") references "users" ("id");`);
    this.addSql(`alter table "questionnaires" add constraint "questionnaires_status_check" check ("status" in ('answering', 'answered', 'failed'));`);
    this.addSql(`alter table "questionnaires" enable row level security;`);
    this.addSql(`create policy "questionnaires_of_caller" on "questionnaires" using ((select current_setting('compliance.sees', true)) = 'all' or questionnaires.project_id::text = (select current_setting('compliance.sees', true)) or questionnaires.project_id in (select compliance_projects()));`);

    this.addSql(`alter table "questionnaire_items" add constraint "questionnaire_items_questionnaire_id_foreign" foreign key ("questionnaire_id") references "questionnaires" ("id") on delete cascade;`);
    this.addSql(`alter table "questionnaire_items" add constraint "questionnaire_items_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade;`);
    this.addSql(`alter table "questionnaire_items" add constraint "questionnaire_items_decided_by_id_foreign" foreign key ("decided_by_id") references "users" ("id") on delete set null;`);
    this.addSql(`alter table "questionnaire_items" add constraint "questionnaire_items_state_check" check ("state" in ('open', 'suggested', 'no_evidence', 'accepted', 'edited', 'rejected'));`);
    this.addSql(`alter table "questionnaire_items" enable row level security;`);
    this.addSql(`create policy "questionnaire_items_of_caller" on "questionnaire_items" using ((select current_setting('compliance.sees', true)) = 'all' or questionnaire_items.project_id::text = (select current_setting('compliance.sees', true)) or questionnaire_items.project_id in (select compliance_projects()));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "questionnaire_items" drop constraint "questionnaire_items_questionnaire_id_foreign";`);

    this.addSql(`drop table if exists "questionnaires" cascade;`);
    this.addSql(`drop table if exists "questionnaire_items" cascade;`);
  }

}
