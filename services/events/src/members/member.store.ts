import type { MemberChange } from '@leakwatch/contracts';
import type { SqlEntityManager } from '@leakwatch/platform';
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
          name: eb.ref('excluded.name'),
        }))
        .whereRef('events.member.version', '<', 'excluded.version'),
    )
    .execute();
}
