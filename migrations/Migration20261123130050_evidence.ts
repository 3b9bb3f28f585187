import { Migration } from "@mikro-orm/migrations";

const EVIDENCE = `
create table evidence (
  id uuid primary key,
  project_id uuid not null,
  control_id uuid not null,
  also_controls text[] not null default '{}',
  title varchar(255) not null,
  description text not null default '',
  file_name varchar(255) not null,
  file_size bigint not null,
  content_type varchar(255) not null,
  format varchar(255) not null,
  sha256 varchar(255) not null,
  tags text[] not null default '{}',
  uploaded_by_id uuid not null,
  uploaded_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  previous_id uuid,
  reused_from uuid,
  status text not null default 'pending',
  quality_score int not null default 0,
  quality_reasons jsonb not null default '[]',
  collected_at date,
  period_start date,
  period_end date,
  expires_at timestamptz,
  reminded_days double precision,
  reviewed_by_id uuid,
  reviewed_at timestamptz,
  review_note text,
  approved_at timestamptz,
  approved_unread boolean not null default false,
  acceptance text,
  accepted_by_id uuid,
  accepted_at timestamptz,
  acceptance_note text,
  page_count int,
  extraction_warnings text[] not null default '{}',
  chunk_count int not null default 0,
  revision int not null default 0,
  indexed_revision int not null default 0,
  indexed_title varchar(255),
  has_thumbnail boolean not null default false,
  chunking_status text not null default 'PENDING',
  ingestion_step text,
  ingestion_error text,
  ingestion_attempt int not null default 0,
  deleted_at timestamptz,
  constraint evidence_status_check
    check (status in ('pending', 'approved', 'rejected', 'expired', 'superseded', 'quarantined')),
  constraint evidence_acceptance_check check (acceptance in ('accepted', 'rejected')),
  constraint evidence_chunking_status_check
    check (chunking_status in ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'QUARANTINED')),
  constraint evidence_ingestion_step_check
    check (ingestion_step in ('scan', 'extract', 'thumbnail', 'chunk', 'embed', 'index', 'score', 'complete')),
  constraint evidence_project_id_foreign foreign key (project_id) references projects (id) on delete cascade,
  constraint evidence_control_id_foreign foreign key (control_id) references controls (id),
  constraint evidence_uploaded_by_id_foreign foreign key (uploaded_by_id) references users (id),
  constraint evidence_previous_id_foreign foreign key (previous_id) references evidence (id) on delete set null,
  constraint evidence_reviewed_by_id_foreign foreign key (reviewed_by_id) references users (id) on delete set null,
  constraint evidence_accepted_by_id_foreign foreign key (accepted_by_id) references users (id) on delete set null
);
create index evidence_control_id_index on evidence (control_id);
create index evidence_previous_id_index on evidence (previous_id);
create index evidence_project_id_sha256_index on evidence (project_id, sha256);
create index evidence_title_id_index on evidence (title, id);
create index evidence_quality_score_id_index on evidence (quality_score, id);
create index evidence_uploaded_by_id_uploaded_at_id_index on evidence (uploaded_by_id, uploaded_at, id);
create index evidence_of_project_by_time
  on evidence (project_id, uploaded_at, id) include (status) where deleted_at is null;
create index evidence_by_time on evidence (uploaded_at, id) include (status, project_id) where deleted_at is null;
create index evidence_counted on evidence (project_id, status, chunking_status) where deleted_at is null;
create index evidence_bytes on evidence (project_id) include (file_size);
create index evidence_words
  on evidence using gin (title gin_trgm_ops, description gin_trgm_ops, file_name gin_trgm_ops) where deleted_at is null;
create index evidence_tagged on evidence using gin (tags, also_controls) where deleted_at is null;
alter table evidence enable row level security;
create policy evidence_of_caller on evidence using (
  (select current_setting('compliance.sees', true)) = 'all'
  or evidence.project_id in (select compliance_projects())
  or evidence.project_id::text = (select current_setting('compliance.sees', true))
);
create policy evidence_of_overseers on evidence to compliance_overseer using (true);`;

// The bits of signs are random, so compression would only take time.
const EVIDENCE_CHUNKS = `
create table evidence_chunks (
  id varchar(255) primary key,
  evidence_id uuid not null,
  project_id uuid not null,
  revision int not null default 0,
  ordinal int not null,
  text text not null,
  headings text[] not null default '{}',
  page int,
  sheet varchar(255),
  start_offset int not null,
  end_offset int not null,
  token_count int not null,
  signs bytea,
  constraint evidence_chunks_evidence_id_revision_ordinal_unique unique (evidence_id, revision, ordinal),
  constraint evidence_chunks_evidence_id_foreign foreign key (evidence_id) references evidence (id) on delete cascade,
  constraint evidence_chunks_project_id_foreign foreign key (project_id) references projects (id) on delete cascade
);
create index evidence_chunks_project_id_index on evidence_chunks (project_id);
alter table evidence_chunks enable row level security;
create policy evidence_chunks_of_caller on evidence_chunks using (
  (select current_setting('compliance.sees', true)) = 'all'
  or evidence_chunks.project_id in (select compliance_projects())
  or evidence_chunks.project_id::text = (select current_setting('compliance.sees', true))
);
alter table evidence_chunks alter column signs set storage external;`;

const REJECTED_FILES = `
create table rejected_files (
  project_id uuid not null,
  sha256 varchar(255) not null,
  evidence_id uuid not null,
  title varchar(255) not null,
  note text not null,
  rejected_at timestamptz not null,
  primary key (project_id, sha256, evidence_id),
  constraint rejected_files_project_id_foreign foreign key (project_id) references projects (id) on delete cascade
);
alter table rejected_files enable row level security;
create policy rejected_files_of_caller on rejected_files using (
  (select current_setting('compliance.sees', true)) = 'all'
  or rejected_files.project_id in (select compliance_projects())
  or rejected_files.project_id::text = (select current_setting('compliance.sees', true))
);`;

/** Evidence with its passages, and files that were rejected. */
export class Migration20261123130050_evidence extends Migration {
  override name = "Migration20261123130050_evidence";

  override up(): void {
    for (const sql of [EVIDENCE, EVIDENCE_CHUNKS, REJECTED_FILES]) this.addSql(sql);
  }

  override down(): void {
    this.addSql("drop table if exists rejected_files, evidence_chunks, evidence cascade;");
  }
}
