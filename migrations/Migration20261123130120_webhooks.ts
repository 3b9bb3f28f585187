import { Migration } from "@mikro-orm/migrations";

const WEBHOOKS = `
create table webhooks (
  id uuid primary key,
  owner_id uuid not null,
  api_key_id uuid,
  oauth_client_id uuid,
  session_id uuid,
  scopes text[],
  url text not null,
  description text not null default '',
  events text[] not null,
  project_ids text[],
  active boolean not null default true,
  disabled_reason varchar(255),
  secret text not null,
  previous_secret text,
  previous_until timestamptz,
  failures int not null default 0,
  failing_since timestamptz,
  blocked_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhooks_owner_id_foreign foreign key (owner_id) references users (id) on delete cascade
);
create index webhooks_owner_id_created_at_index on webhooks (owner_id, created_at);
create index webhooks_active on webhooks (id) where active;
create index webhooks_credential on webhooks (id) where active and scopes is not null;
alter table webhooks enable row level security;
create policy webhooks_of_caller on webhooks using (
  (select current_setting('compliance.sees', true)) = 'all'
  or (
    (select compliance_caller() ->> 'projects') is null
    and (
      (select compliance_caller() ->> 'role') = 'admin'
      or webhooks.owner_id = (select (compliance_caller() ->> 'id')::uuid)
    )
  )
);`;

// Runs with the caller's rights, so that the policy on webhooks applies.
const VISIBLE_WEBHOOKS = `
create function compliance_webhooks() returns setof uuid language sql stable as $$ select id from webhooks $$;`;

// Runs with the rights of the tables' owner: a user who deletes a project cannot see the webhooks of others.
const WEBHOOK_OWNERS = `
create function compliance_webhook_owners() returns setof uuid language sql stable parallel safe security definer as
  $$ select distinct owner_id from webhooks $$;
do $$ begin
  execute format('alter function compliance_webhook_owners() set search_path = %I, pg_temp', current_schema());
end $$;
revoke execute on function compliance_webhook_owners() from public;
grant execute on function compliance_webhook_owners() to compliance_app;`;

const WEBHOOK_DELIVERIES = `
create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null,
  event_id uuid not null,
  kind varchar(255) not null,
  status text not null default 'pending',
  attempts int not null default 0,
  requested boolean not null default false,
  leased_until timestamptz,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  delivered_at timestamptz,
  constraint webhook_deliveries_webhook_id_event_id_unique unique (webhook_id, event_id),
  constraint webhook_deliveries_status_check
    check (status in ('pending', 'sending', 'retrying', 'delivered', 'dead', 'cancelled')),
  constraint webhook_deliveries_webhook_id_foreign foreign key (webhook_id) references webhooks (id) on delete cascade,
  constraint webhook_deliveries_event_id_foreign foreign key (event_id) references events (id) on delete cascade
);
create index webhook_deliveries_webhook_id_id_index on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, id) where status in ('pending', 'sending');
create index webhook_deliveries_in_hand on webhook_deliveries (webhook_id) where status = 'sending';
create index webhook_deliveries_retrying on webhook_deliveries (next_attempt_at) where status = 'retrying';
create index webhook_deliveries_created_at_index on webhook_deliveries (created_at);
alter table webhook_deliveries enable row level security;
create policy webhook_deliveries_of_caller on webhook_deliveries using (
  (select current_setting('compliance.sees', true)) = 'all'
  or webhook_deliveries.webhook_id in (select compliance_webhooks())
);`;

const WEBHOOK_ATTEMPTS = `
create table webhook_attempts (
  id uuid primary key,
  delivery_id uuid not null,
  webhook_id uuid not null,
  number int not null,
  at timestamptz not null,
  status_code int,
  latency_ms int not null,
  error text,
  answer text,
  constraint webhook_attempts_delivery_id_foreign
    foreign key (delivery_id) references webhook_deliveries (id) on delete cascade,
  constraint webhook_attempts_webhook_id_foreign foreign key (webhook_id) references webhooks (id) on delete cascade
);
create index webhook_attempts_delivery_id_at_index on webhook_attempts (delivery_id, at);
create index webhook_attempts_webhook_id_index on webhook_attempts (webhook_id);
alter table webhook_attempts enable row level security;
create policy webhook_attempts_of_caller on webhook_attempts using (
  (select current_setting('compliance.sees', true)) = 'all'
  or webhook_attempts.webhook_id in (select compliance_webhooks())
);`;

/** Webhooks with their deliveries and attempts. */
export class Migration20261123130120_webhooks extends Migration {
  override name = "Migration20261123130120_webhooks";

  override up(): void {
    const all = [
      WEBHOOKS,
      VISIBLE_WEBHOOKS,
      WEBHOOK_OWNERS,
      WEBHOOK_DELIVERIES,
      WEBHOOK_ATTEMPTS,
    ];
    for (const sql of all) this.addSql(sql);
  }

  override down(): void {
    this.addSql("drop table if exists webhook_attempts, webhook_deliveries, webhooks cascade;");
    this.addSql("drop function compliance_webhook_owners(), compliance_webhooks();");
  }
}
