import { Migration } from '@mikro-orm/migrations';

export class Migration20261121235955_inbound_messages extends Migration {

  override name = 'Migration20261121235955_inbound_messages';

  override up(): void | Promise<void> {
    this.addSql(`create table "inbound_messages" ("id" uuid not null, "kind" text not null, "external_message_id" varchar(255) not null, "external_id" varchar(255) not null, "display_name" varchar(255) not null, "content" jsonb null, "sent_at" timestamptz not null, "received_at" timestamptz not null, "started_at" timestamptz null, "handled_at" timestamptz null, "outcome" varchar(255) null, "replies" jsonb null, "replied" int not null default 0, "evidence_id" uuid null, primary key ("id"));`);
    this.addSql(`create index "inbound_messages_received_at_index" on "inbound_messages" ("received_at");`);
    this.addSql(`create index "inbound_messages_kind_external_id_sent_at_index" on "inbound_messages" ("kind", "external_id", "sent_at");`);
    this.addSql(`create index inbound_messages_waiting on inbound_messages (id) where handled_at is null;`);
    this.addSql(`alter table "inbound_messages" add constraint "inbound_messages_kind_external_message_id_unique" unique ("kind", "external_message_id");`);

    this.addSql(`alter table "linked_accounts" add "pending" jsonb null, add "pending_since" timestamptz null;`);

    this.addSql(`alter table "inbound_messages" add constraint "inbound_messages_kind_check" check ("kind" in ('slack', 'whatsapp'));`);
    this.addSql(`alter table "inbound_messages" enable row level security;`);
    this.addSql(`create policy "inbound_messages_of_service" on "inbound_messages" using ((select compliance_caller() ->> 'kind') = 'system');`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "inbound_messages" cascade;`);

    this.addSql(`alter table "linked_accounts" drop column "pending", drop column "pending_since";`);
  }

}
