import { Migration } from "@mikro-orm/migrations";

const INTEGRATIONS = `
create table integrations (
  id uuid primary key,
  kind text not null,
  settings jsonb not null,
  secret_names text[] not null,
  sealed_secrets text not null,
  updated_by_id uuid not null,
  updated_at timestamptz not null,
  tested_at timestamptz,
  test_ok boolean,
  test_problem text,
  test_detail text,
  failures int not null default 0,
  failing_since timestamptz,
  constraint integrations_kind_unique unique (kind),
  constraint integrations_kind_check check (kind in ('slack', 'whatsapp', 'n8n')),
  constraint integrations_test_problem_check
    check (test_problem in ('not_installed', 'bad_credentials', 'missing_permission', 'wrong_address', 'unreachable', 'rate_limited', 'unexpected_answer')),
  constraint integrations_updated_by_id_foreign foreign key (updated_by_id) references users (id)
);`;

const LINK_REQUESTS = `
create table link_requests (
  hash varchar(255) primary key,
  kind text not null,
  external_id varchar(255) not null,
  display_name varchar(255) not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint link_requests_kind_check check (kind in ('slack', 'whatsapp'))
);
create index link_requests_expires_at_index on link_requests (expires_at);`;

const LINKED_ACCOUNTS = `
create table linked_accounts (
  id uuid primary key,
  kind text not null,
  external_id varchar(255) not null,
  display_name varchar(255) not null,
  user_id uuid not null,
  linked_at timestamptz not null,
  project_id uuid,
  pending jsonb,
  pending_since timestamptz,
  constraint linked_accounts_kind_external_id_unique unique (kind, external_id),
  constraint linked_accounts_kind_check check (kind in ('slack', 'whatsapp')),
  constraint linked_accounts_user_id_foreign foreign key (user_id) references users (id) on delete cascade
);
create index linked_accounts_user_id_linked_at_index on linked_accounts (user_id, linked_at);`;

const SLACK_INSTALLATIONS = `
create table slack_installations (
  hash varchar(255) primary key,
  begun_by_id uuid not null,
  expires_at timestamptz not null,
  constraint slack_installations_begun_by_id_foreign foreign key (begun_by_id) references users (id) on delete cascade
);
create index slack_installations_expires_at_index on slack_installations (expires_at);`;

const INBOUND_MESSAGES = `
create table inbound_messages (
  id uuid primary key,
  kind text not null,
  external_message_id varchar(255) not null,
  external_id varchar(255) not null,
  display_name varchar(255) not null,
  content jsonb,
  sent_at timestamptz not null,
  received_at timestamptz not null,
  started_at timestamptz,
  handled_at timestamptz,
  outcome varchar(255),
  replies jsonb,
  replied int not null default 0,
  evidence_id uuid,
  constraint inbound_messages_kind_external_message_id_unique unique (kind, external_message_id),
  constraint inbound_messages_kind_check check (kind in ('slack', 'whatsapp'))
);
create index inbound_messages_received_at_index on inbound_messages (received_at);
create index inbound_messages_kind_external_id_sent_at_index on inbound_messages (kind, external_id, sent_at);
create index inbound_messages_waiting on inbound_messages (id) where handled_at is null;
alter table inbound_messages enable row level security;
create policy inbound_messages_of_service on inbound_messages using (
  (select compliance_caller() ->> 'kind') = 'system'
);`;

/** Settings of Slack, WhatsApp and n8n, linked accounts, and messages from chats. */
export class Migration20261123130130_chat_integrations extends Migration {
  override name = "Migration20261123130130_chat_integrations";

  override up(): void {
    const all = [
      INTEGRATIONS,
      LINK_REQUESTS,
      LINKED_ACCOUNTS,
      SLACK_INSTALLATIONS,
      INBOUND_MESSAGES,
    ];
    for (const sql of all) this.addSql(sql);
  }

  override down(): void {
    const tables = [
      "inbound_messages",
      "slack_installations",
      "linked_accounts",
      "link_requests",
      "integrations",
    ];
    this.addSql(`drop table if exists ${tables.join(", ")} cascade;`);
  }
}
