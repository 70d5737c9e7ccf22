#!/bin/sh
# PostgreSQL's image runs this once, when it initialises its data: the owner of the database creates roles and is no superuser.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$DATABASE_OWNER_PASSWORD" --username=postgres --dbname=leakwatch <<'SQL'
create role leakwatch login createrole password :'password';
alter database leakwatch owner to leakwatch;
alter schema public owner to leakwatch;
SQL
