-- The owner of the tables, who migrates, and the database. Patroni runs it once, as the superuser on the first leader,
-- with POSTGRES_PASSWORD in the environment. The role of the service comes with ../grants.sql.
\set ON_ERROR_STOP on
\getenv password POSTGRES_PASSWORD

CREATE ROLE playledger LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE playledger OWNER playledger;
