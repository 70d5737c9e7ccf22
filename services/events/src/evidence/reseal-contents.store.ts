import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Evidence } from './evidence.entities.ts';

type Content = Pick<Evidence, 'organisation_id' | 'hash' | 'object_id'>;

/** Locks content that was sealed with another version of the key; it waits for no lock. */
export const contentsOfOtherKeys = (em: SqlEntityManager, version: number, limit: number): Promise<Content[]> =>
  rows(
    em,
    sql<Content>`select organisation_id, hash, object_id from events.evidence where key_version <> ${version}
      order by organisation_id, hash limit ${limit} for update skip locked`,
  );

export const noteKey = (em: SqlEntityManager, { organisation_id, hash }: Content, version: number) =>
  rows(em, sql`update events.evidence set key_version = ${version} where organisation_id = ${organisation_id}::uuid and hash = ${hash}`);

/** How many objects each version of the key has sealed. */
export const countContents = (em: SqlEntityManager): Promise<{ version: number; count: number }[]> =>
  rows(em, sql<{ version: number; count: number }>`select key_version as version, count(*)::int as count from events.evidence group by 1`);
