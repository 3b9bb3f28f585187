import { Migration } from '@mikro-orm/migrations';

export class Migration20261121230224_webhooks extends Migration {

  override name = 'Migration20261121230224_webhooks';

  override up(): void | Promise<void> {
    this.addSql(`create table "webhooks" ("id" uuid not null, "owner_id" uuid not null, "url" text not null, "description" text not null default '', "events" text[] not null, "project_ids" text[] null, "active" boolean not null default true, "disabled_reason" varchar(255) null, "secret" text not null, "previous_secret" text null, "previous_until" timestamptz null, "failures" int not null default 0, "failing_since" timestamptz null, "blocked_until" timestamptz null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "webhooks_owner_id_created_at_index" on "webhooks" ("owner_id", "created_at");`);
    this.addSql(`create index webhooks_active on webhooks (id) where active;`);

    this.addSql(`create table "webhook_deliveries" ("id" uuid not null, "webhook_id" uuid not null, "event_id" uuid not null, "kind" varchar(255) not null, "status" text not null default 'pending', "attempts" int not null default 0, "requested" boolean not null default false, "leased_until" timestamptz null, "next_attempt_at" timestamptz null, "created_at" timestamptz not null, "delivered_at" timestamptz null, primary key ("id"));`);
    this.addSql(`create index "webhook_deliveries_webhook_id_id_index" on "webhook_deliveries" ("webhook_id", "id");`);
    this.addSql(`create index webhook_deliveries_waiting on webhook_deliveries (id) where status in ('pending', 'sending');`);
    this.addSql(`create index "webhook_deliveries_created_at_index" on "webhook_deliveries" ("created_at");`);
    this.addSql(`alter table "webhook_deliveries" add constraint "webhook_deliveries_webhook_id_event_id_unique" unique ("webhook_id", "event_id");`);

    this.addSql(`create table "webhook_attempts" ("id" uuid not null, "delivery_id" uuid not null, "webhook_id" uuid not null, "number" int not null, "at" timestamptz not null, "status_code" int null, "latency_ms" int not null, "error" text null, "answer" text null, primary key ("id"));`);
    this.addSql(`create index "webhook_attempts_delivery_id_at_index" on "webhook_attempts" ("delivery_id", "at");`);
    this.addSql(`create index "webhook_attempts_webhook_id_index" on "webhook_attempts" ("webhook_id");`);

    this.addSql(`drop index "events_project_id_occurred_at_index";`);
    this.addSql(`alter table "events" add "owner_id" uuid null, add "leased_until" timestamptz null, add "published_at" timestamptz null;`);
    this.addSql(`create index events_unpublished on events (id) where published_at is null;`);
    this.addSql(`create index "events_project_id_id_index" on "events" ("project_id", "id");`);
    this.addSql(`create index "events_owner_id_id_index" on "events" ("owner_id", "id");`);
    this.addSql(`create index "events_subject_id_id_index" on "events" ("subject_id", "id");`);
    this.addSql(`alter table "events" enable row level security;`);
    this.addSql(`create policy "events_of_caller" on "events" for select using ((select current_setting('compliance.sees', true)) = 'all' or (((select compliance_caller() ->> 'role') = 'admin' or events.owner_id = (select (compliance_caller() ->> 'id')::uuid)) and ((select compliance_caller() ->> 'projects') is null or events.project_id = any ((select compliance_caller() ->> 'projects')::uuid[]))) or events.project_id in (select compliance_projects()));`);
    this.addSql(`create policy "events_recorded" on "events" for insert with check (true);`);

    this.addSql(`alter table "webhooks" add constraint "webhooks_owner_id_foreign" foreign key ("owner_id") references "users" ("id") on delete cascade;`);
    this.addSql(`alter table "webhooks" enable row level security;`);
    this.addSql(`create policy "webhooks_of_caller" on "webhooks" using ((select current_setting('compliance.sees', true)) = 'all' or ((select compliance_caller() ->> 'projects') is null and ((select compliance_caller() ->> 'role') = 'admin' or webhooks.owner_id = (select (compliance_caller() ->> 'id')::uuid))));`);

    // Runs with the caller's rights, so that the policy on webhooks applies.
    this.addSql(`create function compliance_webhooks() returns setof uuid language sql stable as $$ select id from webhooks $$;`);

    this.addSql(`alter table "webhook_deliveries" add constraint "webhook_deliveries_webhook_id_foreign" foreign key ("webhook_id") references "webhooks" ("id") on delete cascade;`);
    this.addSql(`alter table "webhook_deliveries" add constraint "webhook_deliveries_event_id_foreign" foreign key ("event_id") references "events" ("id") on delete cascade;`);
    this.addSql(`alter table "webhook_deliveries" add constraint "webhook_deliveries_status_check" check ("status" in ('pending', 'sending', 'retrying', 'delivered', 'dead', 'cancelled'));`);
    this.addSql(`alter table "webhook_deliveries" enable row level security;`);
    this.addSql(`create policy "webhook_deliveries_of_caller" on "webhook_deliveries" using ((select current_setting('compliance.sees', true)) = 'all' or webhook_deliveries.webhook_id in (select compliance_webhooks()));`);

    this.addSql(`alter table "webhook_attempts" add constraint "webhook_attempts_delivery_id_foreign" foreign key ("delivery_id") references "webhook_deliveries" ("id") on delete cascade;`);
    this.addSql(`alter table "webhook_attempts" add constraint "webhook_attempts_webhook_id_foreign" foreign key ("webhook_id") references "webhooks" ("id") on delete cascade;`);
    this.addSql(`alter table "webhook_attempts" enable row level security;`);
    this.addSql(`create policy "webhook_attempts_of_caller" on "webhook_attempts" using ((select current_setting('compliance.sees', true)) = 'all' or webhook_attempts.webhook_id in (select compliance_webhooks()));`);

    // Events from before webhooks existed are not sent.
    this.addSql(`update events set published_at = occurred_at, owner_id = coalesce(
      data -> 'api_key' ->> 'owner_id', data -> 'oauth_client' ->> 'owner_id', data -> 'upstream_account' ->> 'user_id',
      data -> 'user' ->> 'id')::uuid;`);

    // Wakes the relay on commit, once per transaction, however many events it writes.
    this.addSql(`create function compliance_tell_relay() returns trigger language plpgsql as $$
    begin
      perform pg_notify('compliance_events', '');
      return null;
    end $$;`);
    this.addSql(`create trigger events_told after insert on events
      for each statement execute function compliance_tell_relay();`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "webhook_deliveries" drop constraint "webhook_deliveries_webhook_id_foreign";`);
    this.addSql(`alter table "webhook_attempts" drop constraint "webhook_attempts_webhook_id_foreign";`);
    this.addSql(`alter table "webhook_attempts" drop constraint "webhook_attempts_delivery_id_foreign";`);

    this.addSql(`drop table if exists "webhooks" cascade;`);
    this.addSql(`drop table if exists "webhook_deliveries" cascade;`);
    this.addSql(`drop table if exists "webhook_attempts" cascade;`);

    this.addSql(`drop trigger events_told on events;`);
    this.addSql(`drop function compliance_tell_relay();`);
    this.addSql(`drop function compliance_webhooks();`);
    this.addSql(`drop policy "events_of_caller" on "events";`);
    this.addSql(`drop policy "events_recorded" on "events";`);

    this.addSql(`drop index "events_unpublished";`);
    this.addSql(`drop index "events_project_id_id_index";`);
    this.addSql(`drop index "events_owner_id_id_index";`);
    this.addSql(`drop index "events_subject_id_id_index";`);
    this.addSql(`alter table "events" drop column "owner_id", drop column "leased_until", drop column "published_at";`);
    this.addSql(`create index "events_project_id_occurred_at_index" on "events" ("project_id", "occurred_at");`);
    this.addSql(`alter table "events" disable row level security;`);
  }

}
