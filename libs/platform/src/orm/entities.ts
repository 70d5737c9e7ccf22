import type { EntitySchemaWithMeta } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';

export { defineEntity, type InferEntity, LockMode, p } from '@mikro-orm/core';
/** An entity as `defineEntity` declares it. */
export type Declared = EntitySchemaWithMeta & { readonly tableName?: string };
type NameOf<E extends Declared> = NonNullable<E['tableName']>;

/**
 * The tables of a schema as Kysely knows them, from the entities that declare them. A service has one typed query builder,
 * `const tables = (em: SqlEntityManager) => em.getKysely<TablesOf<'tasks', (typeof entities)[number]>>()`, which runs in the
 * transaction of `em`: `tables(em).selectFrom('tasks.launch')`. A column that is renamed is then a compile error.
 */
export type TablesOf<S extends string, E extends Declared> = { [T in E as `${S}.${NameOf<T>}`]: InferKyselyTable<T> };

/** A row of an entity's table as SQL returns it. */
export type RowOf<E extends Declared> = Selectable<InferKyselyTable<E>>;
