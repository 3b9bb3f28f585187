import { Migration } from '@mikro-orm/migrations';

/** Policies check the most common case first, because they run for every row. */
export class Migration20261122030434_policy_order extends Migration {

  override name = 'Migration20261122030434_policy_order';

  override up(): void | Promise<void> {
    this.addSql(`drop policy "reports_of_caller" on "reports";`);

    this.addSql(`drop policy "questionnaires_of_caller" on "questionnaires";`);

    this.addSql(`drop policy "questionnaire_items_of_caller" on "questionnaire_items";`);

    this.addSql(`drop policy "audit_entries_of_caller" on "audit_entries";`);

    this.addSql(`drop policy "evidence_of_caller" on "evidence";`);

    this.addSql(`drop policy "evidence_chunks_of_caller" on "evidence_chunks";`);

    this.addSql(`drop policy "ai_jobs_of_caller" on "ai_jobs";`);

    this.addSql(`drop policy "findings_of_caller" on "findings";`);

    this.addSql(`create policy "reports_of_caller" on "reports" using ((select current_setting('compliance.sees', true)) = 'all' or reports.project_id in (select compliance_projects()) or reports.project_id::text = (select current_setting('compliance.sees', true)));`);

    this.addSql(`create policy "questionnaires_of_caller" on "questionnaires" using ((select current_setting('compliance.sees', true)) = 'all' or questionnaires.project_id in (select compliance_projects()) or questionnaires.project_id::text = (select current_setting('compliance.sees', true)));`);

    this.addSql(`create policy "questionnaire_items_of_caller" on "questionnaire_items" using ((select current_setting('compliance.sees', true)) = 'all' or questionnaire_items.project_id in (select compliance_projects()) or questionnaire_items.project_id::text = (select current_setting('compliance.sees', true)));`);

    this.addSql(`create policy "audit_entries_of_caller" on "audit_entries" for select using ((select current_setting('compliance.sees', true)) = 'all' or ((select compliance_caller() ->> 'role') <> 'customer' and (audit_entries.project_id in (select compliance_projects()) or (((select compliance_caller() ->> 'role') = 'admin' or audit_entries.actor_id = (select (compliance_caller() ->> 'id')::uuid)) and ((select compliance_caller() ->> 'projects') is null or audit_entries.project_id = any ((select compliance_caller() ->> 'projects')::uuid[]))))));`);

    this.addSql(`create policy "evidence_of_caller" on "evidence" using ((select current_setting('compliance.sees', true)) = 'all' or evidence.project_id in (select compliance_projects()) or evidence.project_id::text = (select current_setting('compliance.sees', true)));`);

    this.addSql(`create policy "evidence_chunks_of_caller" on "evidence_chunks" using ((select current_setting('compliance.sees', true)) = 'all' or evidence_chunks.project_id in (select compliance_projects()) or evidence_chunks.project_id::text = (select current_setting('compliance.sees', true)));`);

    this.addSql(`create policy "ai_jobs_of_caller" on "ai_jobs" using ((select current_setting('compliance.sees', true)) = 'all' or ai_jobs.project_id in (select compliance_projects()) or ai_jobs.project_id::text = (select current_setting('compliance.sees', true)));`);

    this.addSql(`create policy "findings_of_caller" on "findings" using ((select current_setting('compliance.sees', true)) = 'all' or findings.project_id in (select compliance_projects()) or findings.project_id::text = (select current_setting('compliance.sees', true)));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop policy "ai_jobs_of_caller" on "ai_jobs";`);

    this.addSql(`drop policy "audit_entries_of_caller" on "audit_entries";`);

    this.addSql(`drop policy "evidence_of_caller" on "evidence";`);

    this.addSql(`drop policy "evidence_chunks_of_caller" on "evidence_chunks";`);

    this.addSql(`drop policy "findings_of_caller" on "findings";`);

    this.addSql(`drop policy "questionnaire_items_of_caller" on "questionnaire_items";`);

    this.addSql(`drop policy "questionnaires_of_caller" on "questionnaires";`);

    this.addSql(`drop policy "reports_of_caller" on "reports";`);

    this.addSql(`create policy "ai_jobs_of_caller" on "ai_jobs" using (((( SELECT current_setting('compliance.sees'::text, true) AS current_setting) = 'all'::text) OR ((project_id)::text = ( SELECT current_setting('compliance.sees'::text, true) AS current_setting)) OR (project_id IN ( SELECT compliance_projects() AS compliance_projects))));`);

    this.addSql(`create policy "audit_entries_of_caller" on "audit_entries" for select using (((( SELECT current_setting('compliance.sees'::text, true) AS current_setting) = 'all'::text) OR ((( SELECT (compliance_caller() ->> 'role'::text)) <> 'customer'::text) AND ((((( SELECT (compliance_caller() ->> 'role'::text)) = 'admin'::text) OR (actor_id = ( SELECT ((compliance_caller() ->> 'id'::text))::uuid AS uuid))) AND ((( SELECT (compliance_caller() ->> 'projects'::text)) IS NULL) OR (project_id = ANY ((( SELECT (compliance_caller() ->> 'projects'::text)))::uuid[])))) OR (project_id IN ( SELECT compliance_projects() AS compliance_projects))))));`);

    this.addSql(`create policy "evidence_of_caller" on "evidence" using (((( SELECT current_setting('compliance.sees'::text, true) AS current_setting) = 'all'::text) OR ((project_id)::text = ( SELECT current_setting('compliance.sees'::text, true) AS current_setting)) OR (project_id IN ( SELECT compliance_projects() AS compliance_projects))));`);

    this.addSql(`create policy "evidence_chunks_of_caller" on "evidence_chunks" using (((( SELECT current_setting('compliance.sees'::text, true) AS current_setting) = 'all'::text) OR ((project_id)::text = ( SELECT current_setting('compliance.sees'::text, true) AS current_setting)) OR (project_id IN ( SELECT compliance_projects() AS compliance_projects))));`);

    this.addSql(`create policy "findings_of_caller" on "findings" using (((( SELECT current_setting('compliance.sees'::text, true) AS current_setting) = 'all'::text) OR ((project_id)::text = ( SELECT current_setting('compliance.sees'::text, true) AS current_setting)) OR (project_id IN ( SELECT compliance_projects() AS compliance_projects))));`);

    this.addSql(`create policy "questionnaire_items_of_caller" on "questionnaire_items" using (((( SELECT current_setting('compliance.sees'::text, true) AS current_setting) = 'all'::text) OR ((project_id)::text = ( SELECT current_setting('compliance.sees'::text, true) AS current_setting)) OR (project_id IN ( SELECT compliance_projects() AS compliance_projects))));`);

    this.addSql(`create policy "questionnaires_of_caller" on "questionnaires" using (((( SELECT current_setting('compliance.sees'::text, true) AS current_setting) = 'all'::text) OR ((project_id)::text = ( SELECT current_setting('compliance.sees'::text, true) AS current_setting)) OR (project_id IN ( SELECT compliance_projects() AS compliance_projects))));`);

    this.addSql(`create policy "reports_of_caller" on "reports" using (((( SELECT current_setting('compliance.sees'::text, true) AS current_setting) = 'all'::text) OR ((project_id)::text = ( SELECT current_setting('compliance.sees'::text, true) AS current_setting)) OR (project_id IN ( SELECT compliance_projects() AS compliance_projects))));`);
  }

}
