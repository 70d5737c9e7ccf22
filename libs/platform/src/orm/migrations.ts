import { Migration, Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { roleOf } from './database.ts';

/** One forward-only step. Its statements never change once a release has run them. */
export interface MigrationStep {
  /** `0001-what-it-does`: steps run in the order of their names. */
  readonly name: string;
  readonly sql: string;
}

export interface SchemaMigrations {
  readonly service: string;
  readonly steps: readonly MigrationStep[];
}

/** Two migrations at once wait for each other on this advisory lock. */
const MIGRATION_LOCK = 727_001;

/** The function that publishes; the other one is that of the version before. The bus may not be migrated yet. */
const PUBLISH = 'bus.publish(uuid[], text[], text[], bytea, int[], int[])';

/** The role and the schema of a service. The role may use its own schema and publish on the bus, nothing else. */
const foundation = (service: string) => `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${roleOf(service)}') then
      create role ${roleOf(service)} nologin noinherit;
    end if;
  exception when duplicate_object or unique_violation then null;
  end $$;
  grant ${roleOf(service)} to current_user;
  create schema if not exists ${service};
  grant usage on schema ${service} to ${roleOf(service)};
  alter default privileges in schema ${service} grant select, insert, update, delete on tables to ${roleOf(service)};
  alter default privileges in schema ${service} grant usage on sequences to ${roleOf(service)};
  do $$ begin
    if to_regprocedure('bus.publish(jsonb)') is not null then
      grant usage on schema bus to ${roleOf(service)};
      grant execute on function bus.publish(jsonb) to ${roleOf(service)};
    end if;
    if to_regprocedure('${PUBLISH}') is not null then
      grant execute on function ${PUBLISH} to ${roleOf(service)};
    end if;
  end $$;
`;

const asClass = (step: MigrationStep) =>
  class extends Migration {
    override up(): void {
      this.addSql(step.sql);
    }
  };

/** Brings one schema up to its newest step. Connects as the owner. Returns the names of the steps that ran. */
export async function migrateSchema(url: string, migrations: SchemaMigrations): Promise<readonly string[]> {
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    pool: { min: 0, max: 2 },
    migrations: {
      tableName: `${migrations.service}.migration`,
      snapshot: false,
      silent: true,
      transactional: true,
      allOrNothing: true,
      migrationsList: migrations.steps.map((step) => ({ name: step.name, class: asClass(step) })),
    },
  });
  try {
    const connection = orm.em.fork().getConnection();
    await connection.execute(foundation(migrations.service));
    const ran = await orm.migrator.up();
    return ran.map((step) => step.name);
  } finally {
    await orm.close(true);
  }
}

/** Runs `work` while no other migration runs against the same database; a plain connection, which no ORM context touches. */
export async function underMigrationLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}

/**
 * Row-level security for a table that holds customer data: forced, with the named policies.
 * An organisation sees its own rows; staff, consumers and the scheduler see all.
 */
export const organisationPolicies = (table: string, column = 'organisation_id') => `
  alter table ${table} enable row level security;
  alter table ${table} force row level security;
  create policy organisation_rows on ${table}
    using (current_setting('leakwatch.scope', true) = 'organisation'
      and ${column} = nullif(current_setting('leakwatch.organisation', true), '')::uuid);
  create policy staff_rows on ${table} using (current_setting('leakwatch.scope', true) = 'staff');
  create policy consumer_rows on ${table} using (current_setting('leakwatch.scope', true) = 'consumer');
  create policy scheduler_rows on ${table} using (current_setting('leakwatch.scope', true) = 'scheduler');
`;

/** Lets the sign-in read a table of credentials before the account, and so the organisation, is known. */
export const identityPolicy = (table: string) => `
  create policy identity_rows on ${table} using (current_setting('leakwatch.scope', true) = 'identity');
`;
