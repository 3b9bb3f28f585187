import { Migration } from "@mikro-orm/migrations";

// Only the tables' owner signs.
const SIGNING_KEYS = `
create table signing_keys (
  id varchar(255) primary key,
  status text not null,
  public_jwk jsonb not null,
  sealed_private_jwk text,
  created_at timestamptz not null,
  published_until timestamptz,
  constraint signing_keys_status_check check (status in ('next', 'current', 'retired'))
);
revoke all on signing_keys from compliance_app;`;

const IDENTITY_PROVIDERS = `
create table identity_providers (
  id uuid primary key,
  name varchar(255) not null,
  kind text not null,
  issuer text,
  authorization_url text,
  token_url text,
  userinfo_url text,
  attributes jsonb not null,
  client_id text not null,
  sealed_client_secret text not null,
  scopes text[] not null,
  enabled boolean not null,
  link_by_email boolean not null,
  create_users boolean not null,
  default_role text not null,
  allowed_email_domains text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint identity_providers_kind_check check (kind in ('oidc', 'oauth2')),
  constraint identity_providers_default_role_check check (default_role in ('customer', 'auditor'))
);
create index identity_providers_created_at_index on identity_providers (created_at);`;

const UPSTREAM_ACCOUNTS = `
create table upstream_accounts (
  id uuid primary key,
  issuer text not null,
  subject varchar(255) not null,
  user_id uuid not null,
  provider_id uuid not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint upstream_accounts_issuer_subject_unique unique (issuer, subject),
  constraint upstream_accounts_user_id_issuer_unique unique (user_id, issuer),
  constraint upstream_accounts_user_id_foreign foreign key (user_id) references users (id) on delete cascade,
  constraint upstream_accounts_provider_id_foreign
    foreign key (provider_id) references identity_providers (id) on delete cascade
);
create index upstream_accounts_provider_id_index on upstream_accounts (provider_id);
create index upstream_accounts_created_at_index on upstream_accounts (created_at);`;

const OAUTH_CLIENTS = `
create table oauth_clients (
  id uuid primary key,
  name varchar(255) not null,
  type text not null,
  secret_hash varchar(255),
  redirect_uris text[] not null,
  grants text[] not null,
  scopes text[] not null,
  require_pkce boolean not null default true,
  owner_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint oauth_clients_type_check check (type in ('public', 'confidential')),
  constraint oauth_clients_owner_id_foreign foreign key (owner_id) references users (id) on delete cascade
);
create index oauth_clients_owner_id_index on oauth_clients (owner_id);
create index oauth_clients_created_at_index on oauth_clients (created_at);`;

// Commands end sessions; they neither extend nor delete them.
const SESSIONS = `
create table sessions (
  id uuid primary key,
  user_id uuid not null,
  client_id uuid,
  scopes text[] not null,
  via varchar(255),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint sessions_user_id_foreign foreign key (user_id) references users (id) on delete cascade,
  constraint sessions_client_id_foreign foreign key (client_id) references oauth_clients (id) on delete cascade
);
create index sessions_user_id_index on sessions (user_id);
create index sessions_client_id_index on sessions (client_id);
revoke update, delete on sessions from compliance_app;
grant update (revoked_at) on sessions to compliance_app;`;

const REFRESH_TOKENS = `
create table refresh_tokens (
  hash varchar(255) primary key,
  session_id uuid not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint refresh_tokens_session_id_foreign foreign key (session_id) references sessions (id) on delete cascade
);
create index refresh_tokens_session_id_index on refresh_tokens (session_id);
revoke update, delete on refresh_tokens from compliance_app;
grant update (used_at) on refresh_tokens to compliance_app;`;

const AUTHORIZATION_CODES = `
create table authorization_codes (
  hash varchar(255) primary key,
  client_id uuid not null,
  user_id uuid not null,
  redirect_uri text,
  scopes text[] not null,
  code_challenge varchar(255),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  session_id uuid,
  constraint authorization_codes_client_id_foreign
    foreign key (client_id) references oauth_clients (id) on delete cascade,
  constraint authorization_codes_user_id_foreign foreign key (user_id) references users (id) on delete cascade,
  constraint authorization_codes_session_id_foreign foreign key (session_id) references sessions (id) on delete cascade
);
create index authorization_codes_client_id_index on authorization_codes (client_id);
create index authorization_codes_user_id_index on authorization_codes (user_id);
create index authorization_codes_expires_at_index on authorization_codes (expires_at);
create index authorization_codes_session_id_index on authorization_codes (session_id);`;

const DEVICE_GRANTS = `
create table device_grants (
  hash varchar(255) primary key,
  user_code varchar(255) not null,
  client_id uuid not null,
  scopes text[] not null,
  status text not null,
  user_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  interval int not null,
  last_polled_at timestamptz,
  constraint device_grants_user_code_unique unique (user_code),
  constraint device_grants_status_check check (status in ('pending', 'allowed', 'denied', 'used')),
  constraint device_grants_client_id_foreign foreign key (client_id) references oauth_clients (id) on delete cascade,
  constraint device_grants_user_id_foreign foreign key (user_id) references users (id) on delete cascade
);
create index device_grants_client_id_index on device_grants (client_id);
create index device_grants_user_id_index on device_grants (user_id);
create index device_grants_expires_at_index on device_grants (expires_at);`;

const TOTP_FACTORS = `
create table totp_factors (
  user_id uuid primary key,
  sealed_secret text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step int not null default 0,
  failures int not null default 0,
  failed_at timestamptz,
  constraint totp_factors_user_id_foreign
    foreign key (user_id) references users (id) on update cascade on delete cascade
);`;

const RECOVERY_CODES = `
create table recovery_codes (
  hash varchar(255) primary key,
  user_id uuid not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint recovery_codes_user_id_foreign foreign key (user_id) references users (id) on delete cascade
);
create index recovery_codes_user_id_index on recovery_codes (user_id);`;

const PASSWORD_RESETS = `
create table password_resets (
  id uuid primary key,
  email varchar(255) not null,
  user_id uuid,
  hash varchar(255),
  created_at timestamptz not null,
  expires_at timestamptz,
  constraint password_resets_hash_unique unique (hash),
  constraint password_resets_user_id_foreign foreign key (user_id) references users (id) on delete cascade
);
create index password_resets_user_id_index on password_resets (user_id);
create index password_resets_expires_at_index on password_resets (expires_at);`;

const API_KEYS = `
create table api_keys (
  id uuid primary key,
  owner_id uuid not null,
  oauth_client_id uuid,
  name varchar(255) not null,
  description text not null default '',
  kind text not null,
  scopes text[] not null,
  restrictions jsonb not null,
  hash varchar(255) not null,
  last_four varchar(255) not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  rotated_to uuid,
  last_used_at timestamptz,
  reminded_days int,
  constraint api_keys_kind_check check (kind in ('Production', 'Development', 'Testing', 'Custom')),
  constraint api_keys_owner_id_foreign foreign key (owner_id) references users (id) on delete cascade
);
create index api_keys_owner_id_created_at_index on api_keys (owner_id, created_at);
alter table api_keys enable row level security;
create policy api_keys_of_caller on api_keys using (
  (select current_setting('compliance.sees', true)) = 'all'
  or (
    (select compliance_caller() ->> 'projects') is null
    and (
      api_keys.owner_id = (select (compliance_caller() ->> 'id')::uuid)
      or (select compliance_caller() ->> 'role') = 'admin'
    )
  )
);`;

const INVITATIONS = `
create table invitations (
  id uuid primary key,
  email varchar(255) not null,
  role text not null,
  manager_id uuid,
  project_ids uuid[] not null,
  invited_by_id uuid not null,
  hash varchar(255),
  mail text not null,
  sends int not null,
  mailed_at timestamptz,
  user_id uuid,
  accepted_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint invitations_hash_unique unique (hash),
  constraint invitations_role_check check (role in ('customer', 'auditor', 'manager', 'admin')),
  constraint invitations_mail_check check (mail in ('waiting', 'sent', 'not_configured')),
  constraint invitations_manager_id_foreign foreign key (manager_id) references users (id) on delete set null,
  constraint invitations_invited_by_id_foreign foreign key (invited_by_id) references users (id) on delete cascade,
  constraint invitations_user_id_foreign foreign key (user_id) references users (id) on delete cascade
);
create index invitations_created_at_index on invitations (created_at);
create unique index invitations_open on invitations (email) where accepted_at is null and revoked_at is null;
alter table invitations enable row level security;
create policy invitations_of_admins on invitations using (
  (select compliance_caller() ->> 'kind') = 'system'
  or (select compliance_caller() ->> 'role') = 'admin'
);`;

/** Signing keys, identity providers, sessions, second factors, OAuth applications, API keys and invitations. */
export class Migration20261123130020_sign_in extends Migration {
  override name = "Migration20261123130020_sign_in";

  override up(): void {
    const all = [
      SIGNING_KEYS,
      IDENTITY_PROVIDERS,
      UPSTREAM_ACCOUNTS,
      OAUTH_CLIENTS,
      SESSIONS,
      REFRESH_TOKENS,
      AUTHORIZATION_CODES,
      DEVICE_GRANTS,
      TOTP_FACTORS,
      RECOVERY_CODES,
      PASSWORD_RESETS,
      API_KEYS,
      INVITATIONS,
    ];
    for (const sql of all) this.addSql(sql);
  }

  override down(): void {
    const tables = [
      "invitations",
      "api_keys",
      "password_resets",
      "recovery_codes",
      "totp_factors",
      "device_grants",
      "authorization_codes",
      "refresh_tokens",
      "sessions",
      "oauth_clients",
      "upstream_accounts",
      "identity_providers",
      "signing_keys",
    ];
    this.addSql(`drop table if exists ${tables.join(", ")} cascade;`);
  }
}
