-- Roles and the database of one service, by a superuser or whoever may make roles, before its first start:
--   psql -v service=order -f roles.sql
-- Passwords are set apart from it, so that they stand in no file: \password order
-- The service's role owns its database, for it makes and drops a partition of its tables a day and migrates them; it is no
-- superuser, replicates nothing and sees no other service's database. The relay's role replicates and has what the owner grants
-- it after each migration: to read the outbox, the one row of relay_beat, and to note in refused_events what Kafka refuses. The
-- toolbox reads everything and writes nothing.
\set ON_ERROR_STOP on
\set relay :service '_relay'

SELECT format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION', :'service')
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'service') \gexec
SELECT format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE REPLICATION', :'relay')
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'relay') \gexec
SELECT 'CREATE ROLE quadrille_toolbox LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION'
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'quadrille_toolbox') \gexec
ALTER ROLE quadrille_toolbox SET default_transaction_read_only = on;

SELECT format('CREATE DATABASE %I OWNER %I', :'service', :'service')
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'service') \gexec
REVOKE CONNECT, TEMPORARY ON DATABASE :"service" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"service" TO :"service", :"relay", quadrille_toolbox;

\connect :"service"
-- Also on the partitions and tables to come.
ALTER DEFAULT PRIVILEGES FOR ROLE :"service" GRANT SELECT ON TABLES TO quadrille_toolbox;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO quadrille_toolbox;
