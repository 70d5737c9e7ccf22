import { type Member, type MemberChange, MEMBERS_MAX } from '@leakwatch/contracts';
import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** Keeps the newest version; an older message changes nothing. */
export async function keepMember(em: SqlEntityManager, member: MemberChange): Promise<void> {
  await tables(em)
    .insertInto('events.member')
    .values(member)
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet((eb) => ({
          version: eb.ref('excluded.version'),
          organisation_id: eb.ref('excluded.organisation_id'),
          // The history of events that are taken from a departed member names it.
          name: sql<string>`case when excluded.organisation_id is null then member.name else excluded.name end`,
        }))
        .whereRef('events.member.version', '<', 'excluded.version'),
    )
    .execute();
}

/** A member of an organisation that the scope sees, who stays one until the transaction ends; undefined for any other account. */
export const holdMember = (em: SqlEntityManager, account: string) =>
  tables(em)
    .selectFrom('events.member')
    .select(['account_id as id', 'organisation_id as organisation'])
    .where('account_id', '=', account)
    .where('organisation_id', 'is not', null)
    .$narrowType<{ organisation: string }>()
    .forShare()
    .executeTakeFirst();

/** The members of an organisation, by name. */
export const membersOf = (em: SqlEntityManager, organisation: string): Promise<Member[]> =>
  tables(em)
    .selectFrom('events.member')
    .select(['account_id as id', 'name'])
    .where('organisation_id', '=', organisation)
    .orderBy('name')
    .orderBy('account_id')
    .limit(MEMBERS_MAX)
    .execute();
