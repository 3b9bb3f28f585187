import { Migration } from '@mikro-orm/migrations';

// Roles belong to the whole server, as for the role of the migration `row_level_security`.
const ROLE = `do $$
declare
  kind text := case when current_setting('server_version_num')::int < 160000 then 'MEMBER' else 'SET' end;
begin
  for attempt in 1..5 loop
    begin
      if not exists (select from pg_roles where rolname = 'compliance_overseer') then
        create role compliance_overseer nologin;
      end if;
      if not pg_has_role('compliance_overseer', 'compliance_app', 'USAGE') then
        grant compliance_app to compliance_overseer;
      end if;
      if not pg_has_role(current_user, 'compliance_overseer', kind) then
        execute format('grant compliance_overseer to %I', current_user);
      end if;
      exit;
    exception
      when duplicate_object or unique_violation or internal_error then
        if attempt = 5 then raise; end if;
      when insufficient_privilege then
        raise exception 'the database user % may neither create the role compliance_overseer nor join it', current_user
          using hint = format('Let an administrator run: create role compliance_overseer nologin; grant compliance_app to compliance_overseer; grant compliance_overseer to %I;', current_user);
    end;
  end loop;
end $$;`;

// A trusted extension: any user with the CREATE privilege on the database can install it.
const TRIGRAMS = `do $$
begin
  create extension if not exists pg_trgm;
exception
  when insufficient_privilege then
    raise exception 'the database user % may not create the extension pg_trgm', current_user
      using hint = 'Let an administrator run in this database: create extension pg_trgm;';
end $$;`;

/** A separate role for callers who see everything, with indexes for searching parts of words. */
export class Migration20261122024717_overseers extends Migration {

  override name = 'Migration20261122024717_overseers';

  override up(): void | Promise<void> {
    this.addSql(ROLE);
    this.addSql(TRIGRAMS);

    this.addSql(`create index "controls_number_index" on "controls" ("number");`);

    this.addSql(`drop index "audit_entries_project_id_actor_id_action_subject_kind_index";`);
    this.addSql(`create index "audit_entries_project_id_actor_id_action_subject_k_ba032_index" on "audit_entries" ("project_id", "actor_id", "action", "subject_kind", "subject_id");`);
    this.addSql(`create index audit_entries_words on audit_entries using gin (action gin_trgm_ops, subject_kind gin_trgm_ops, subject_id gin_trgm_ops);`);
    this.addSql(`create policy "audit_entries_of_overseers" on "audit_entries" for select to "compliance_overseer" using (true);`);

    this.addSql(`create index evidence_words on evidence using gin (title gin_trgm_ops, description gin_trgm_ops, file_name gin_trgm_ops) where deleted_at is null;`);
    this.addSql(`drop index "evidence_project_id_uploaded_at_id_index";`);
    this.addSql(`create index evidence_of_project_by_time on evidence (project_id, uploaded_at, id) include (status) where deleted_at is null;`);
    this.addSql(`drop index "evidence_uploaded_at_id_index";`);
    this.addSql(`create index evidence_by_time on evidence (uploaded_at, id) include (status, project_id) where deleted_at is null;`);
    this.addSql(`create index evidence_tagged on evidence using gin (tags, also_controls) where deleted_at is null;`);
    this.addSql(`create policy "evidence_of_overseers" on "evidence" to "compliance_overseer" using (true);`);

    this.addSql(`create index "findings_status_severity_category_integration_due_date_index" on "findings" ("status", "severity", "category", "integration", "due_date");`);
    this.addSql(`create index findings_words on findings using gin (title gin_trgm_ops, description gin_trgm_ops, category gin_trgm_ops, source_id gin_trgm_ops);`);
    this.addSql(`create policy "findings_of_overseers" on "findings" to "compliance_overseer" using (true);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "controls_number_index";`);

    this.addSql(`drop policy "audit_entries_of_overseers" on "audit_entries";`);

    this.addSql(`drop policy "evidence_of_overseers" on "evidence";`);

    this.addSql(`drop policy "findings_of_overseers" on "findings";`);

    this.addSql(`drop index "audit_entries_words";`);
    this.addSql(`drop index "audit_entries_project_id_actor_id_action_subject_k_ba032_index";`);
    this.addSql(`create index "audit_entries_project_id_actor_id_action_subject_kind_index" on "audit_entries" ("project_id", "actor_id", "action", "subject_kind");`);
    this.addSql(`drop index "evidence_words";`);
    this.addSql(`drop index "evidence_of_project_by_time";`);
    this.addSql(`create index "evidence_project_id_uploaded_at_id_index" on "evidence" ("project_id", "uploaded_at", "id");`);
    this.addSql(`drop index "evidence_by_time";`);
    this.addSql(`create index "evidence_uploaded_at_id_index" on "evidence" ("uploaded_at", "id");`);
    this.addSql(`drop index "evidence_tagged";`);

    this.addSql(`drop index "findings_words";`);
    this.addSql(`drop index "findings_status_severity_category_integration_due_date_index";`);

    // The role and the extension stay, because other databases and tables may use them.
  }

}
