import { Migration } from "@mikro-orm/migrations";

const QUESTIONNAIRES = `
create table questionnaires (
  id uuid primary key,
  project_id uuid not null,
  file_name varchar(255) not null,
  file_size int not null,
  sha256 varchar(255) not null,
  sheet varchar(255) not null,
  header_row int not null,
  question_column int not null,
  answer_column int not null,
  status text not null default 'answering',
  attempt int not null default 0,
  uploaded_by_id uuid not null,
  uploaded_at timestamptz not null,
  asked_by_id uuid not null,
  answered_at timestamptz,
  error text,
  constraint questionnaires_status_check check (status in ('answering', 'answered', 'failed')),
  constraint questionnaires_project_id_foreign foreign key (project_id) references projects (id) on delete cascade,
  constraint questionnaires_uploaded_by_id_foreign foreign key (uploaded_by_id) references users (id),
  constraint questionnaires_asked_by_id_foreign foreign key (asked_by_id) references users (id)
);
create index questionnaires_project_id_uploaded_at_id_index on questionnaires (project_id, uploaded_at, id);
alter table questionnaires enable row level security;
create policy questionnaires_of_caller on questionnaires using (
  (select current_setting('compliance.sees', true)) = 'all'
  or questionnaires.project_id in (select compliance_projects())
  or questionnaires.project_id::text = (select current_setting('compliance.sees', true))
);`;

const QUESTIONNAIRE_ITEMS = `
create table questionnaire_items (
  id uuid primary key,
  questionnaire_id uuid not null,
  project_id uuid not null,
  row int not null,
  question text not null,
  state text not null default 'open',
  answer text,
  citations jsonb not null,
  asks text not null default '',
  words text[] not null default '{}',
  taken_from uuid,
  decided_by_id uuid,
  decided_at timestamptz,
  constraint questionnaire_items_questionnaire_id_row_unique unique (questionnaire_id, row),
  constraint questionnaire_items_state_check
    check (state in ('open', 'suggested', 'no_evidence', 'accepted', 'edited', 'rejected')),
  constraint questionnaire_items_questionnaire_id_foreign
    foreign key (questionnaire_id) references questionnaires (id) on delete cascade,
  constraint questionnaire_items_project_id_foreign foreign key (project_id) references projects (id) on delete cascade,
  constraint questionnaire_items_decided_by_id_foreign
    foreign key (decided_by_id) references users (id) on delete set null
);
create index questionnaire_items_project_id_index on questionnaire_items (project_id);
alter table questionnaire_items enable row level security;
create policy questionnaire_items_of_caller on questionnaire_items using (
  (select current_setting('compliance.sees', true)) = 'all'
  or questionnaire_items.project_id in (select compliance_projects())
  or questionnaire_items.project_id::text = (select current_setting('compliance.sees', true))
);`;

/** Questionnaires and their questions. */
export class Migration20261123130110_questionnaires extends Migration {
  override name = "Migration20261123130110_questionnaires";

  override up(): void {
    for (const sql of [QUESTIONNAIRES, QUESTIONNAIRE_ITEMS]) this.addSql(sql);
  }

  override down(): void {
    this.addSql("drop table if exists questionnaire_items, questionnaires cascade;");
  }
}
