import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CONSUMER, type Foundation, openFoundation, rows, type ServiceDefinition, sql } from '@leakwatch/platform';
import { createTestEnvironment, type TestEnvironment } from './stack/test-settings.ts';

/** Tables of platform and of the migrations themselves. */
const NO_ENTITY = ['inbox', 'known_key', 'lease', 'migration'];

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
}

const nameOf = ({ table, column, type, nullable }: Column) => `${table}.${column} ${type}${nullable ? ' null' : ''}`;

/** PostgreSQL's names for what MikroORM abbreviates; the precision of a time is not part of an entity. */
const normalised = (type: string) =>
  type
    .replace(/^timestamptz(\(\d\))?$/, 'timestamp with time zone')
    .replace(/^int4?$/, 'integer')
    .replace(/^int8$/, 'bigint')
    .replace(/^int2$/, 'smallint')
    .replace(/^bool$/, 'boolean');

/** Checks that the entities of a service describe the tables of its migrations, column by column. */
export function entitiesConformance(definition: ServiceDefinition): void {
  describe(`entities of ${definition.name}`, () => {
    let environment: TestEnvironment;
    let foundation: Foundation;

    beforeAll(async () => {
      environment = await createTestEnvironment();
      foundation = await openFoundation(definition, environment.env);
    });
    afterAll(async () => {
      await foundation.close();
      await environment.drop();
    });

    it('describe every column of every table of the schema, and no other', async () => {
      const stored = await foundation.database.inScope(CONSUMER, (em) =>
        rows(
          em,
          sql<Column>`
            select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable
            from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            where c.relnamespace = ${definition.name}::regnamespace and c.relkind in ('r', 'p')`,
        ),
      );
      const declared = [...foundation.database.orm.getMetadata().getAll().values()].flatMap((entity) =>
        entity.props.flatMap((property) =>
          property.columnTypes.map(
            (type, at): Column => ({
              table: entity.tableName,
              column: property.fieldNames[at] ?? property.name,
              type: normalised(type),
              nullable: property.nullable ?? false,
            }),
          ),
        ),
      );
      const inDatabase = stored.filter(({ table }) => !NO_ENTITY.includes(table)).map(nameOf);
      expect(declared.map(nameOf).toSorted()).toEqual(inDatabase.toSorted());
    });
  });
}

/** Checks that every column of bytes is sealed again after a rotation of the keys. For services that store no other bytes. */
export function sealingConformance(definition: ServiceDefinition): void {
  describe(`sealed columns of ${definition.name}`, () => {
    it('are all its columns of bytes', async () => {
      const environment = await createTestEnvironment();
      const foundation = await openFoundation(definition, environment.env);
      const stored = await foundation.database.inScope(CONSUMER, (em) =>
        rows(
          em,
          sql<{ name: string }>`select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
            where table_schema = ${definition.name} and data_type = 'bytea'`,
        ),
      );
      await foundation.close();
      await environment.drop();
      const listed = (definition.sealing?.columns ?? []).map(({ table, column }) => `${table}.${column}`);
      expect(listed.toSorted()).toEqual(stored.map(({ name }) => name).toSorted());
    });
  });
}
