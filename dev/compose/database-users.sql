-- Run once, by the superuser of an empty PostgreSQL: see docker-compose.yml.
\getenv password POSTGRES_PASSWORD

-- Owns the tables. The API and the search service switch to the two roles below, to which row-level security applies.
create role compliance login password :'password';
create role compliance_app nologin;
create role compliance_overseer nologin;
grant compliance_app to compliance_overseer;
grant compliance_app, compliance_overseer to compliance;
create database compliance owner compliance;

-- Creates Temporal's two databases at its first start.
create role temporal login createdb password :'password';

-- From now on the superuser can connect only from inside the container: psql -U postgres.
alter role current_user password null;
