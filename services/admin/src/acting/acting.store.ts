import { sql, type SqlEntityManager } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import type { ActingRow } from './acting.entity.ts';

/** The session takes up the name after the row is written: so long it may seem to have ended already. */
const BEGINNING_SECONDS = 30;

const isOver = sql<boolean>`until <= now()`.as('is_over');

export const addActing = (em: SqlEntityManager, row: Omit<ActingRow, 'begun'>) =>
  tables(em).insertInto('admin.acting').values(row).execute();

/** Removes the row of a session; undefined when the end is recorded already. `is_over`: the hour has run out. */
export const takeActing = (em: SqlEntityManager, session: string) =>
  tables(em)
    .deleteFrom('admin.acting')
    .where('session', '=', session)
    .returning(['account_id', 'organisation_id', isOver])
    .executeTakeFirst();

/** Sessions whose end is not recorded, those whose hour is over first. */
export const openActing = (em: SqlEntityManager, most: number) =>
  tables(em)
    .selectFrom('admin.acting')
    .select(['session', isOver])
    .where(sql<boolean>`begun < now() - make_interval(secs => ${BEGINNING_SECONDS})`)
    .orderBy('until')
    .limit(most)
    .execute();
