import { Migration } from '@mikro-orm/migrations';

export class Migration20261123085830_invitations extends Migration {

  override name = 'Migration20261123085830_invitations';

  override up(): void | Promise<void> {
    this.addSql(`create table "invitations" ("id" uuid not null, "email" varchar(255) not null, "role" text not null, "manager_id" uuid null, "project_ids" uuid[] not null, "invited_by_id" uuid not null, "hash" varchar(255) null, "mail" text not null, "sends" int not null, "mailed_at" timestamptz null, "user_id" uuid null, "accepted_at" timestamptz null, "revoked_at" timestamptz null, "created_at" timestamptz not null, "expires_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`alter table "invitations" add constraint "invitations_hash_unique" unique ("hash");`);
    this.addSql(`create index "invitations_created_at_index" on "invitations" ("created_at");`);
    this.addSql(`create unique index invitations_open on invitations (email) where accepted_at is null and revoked_at is null;`);
    this.addSql(`alter table "invitations" add constraint "invitations_manager_id_foreign" foreign key ("manager_id") references "users" ("id") on delete set null;`);
    this.addSql(`alter table "invitations" add constraint "invitations_invited_by_id_foreign" foreign key ("invited_by_id") references "users" ("id") on delete cascade;`);
    this.addSql(`alter table "invitations" add constraint "invitations_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`);
    this.addSql(`alter table "invitations" add constraint "invitations_role_check" check ("role" in ('customer', 'auditor', 'manager', 'admin'));`);
    this.addSql(`alter table "invitations" add constraint "invitations_mail_check" check ("mail" in ('waiting', 'sent', 'not_configured'));`);
    this.addSql(`alter table "invitations" enable row level security;`);
    this.addSql(`create policy "invitations_of_admins" on "invitations" using ((select compliance_caller() ->> 'kind') = 'system' or (select compliance_caller() ->> 'role') = 'admin');`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "invitations" cascade;`);
  }

}
