-- Run once, by the superuser of an empty PostgreSQL: see docker-compose.yml.
\getenv password POSTGRES_PASSWORD

-- Owns the tables; API and search service take on the two below it, which row-level security binds.
create role compliance login password :'password';
create role compliance_app nologin;
create role compliance_overseer nologin;
grant compliance_app to compliance_overseer;
grant compliance_app, compliance_overseer to compliance;
create database compliance owner compliance;

-- Makes the two databases of Temporal.
create role temporal login createdb password :'password';

-- From now on the superuser comes in from inside the container alone: psql -U postgres.
alter role current_user password null;
