import { taskRecipientsV1 } from '@leakwatch/contracts';
import { outgoing, type OutgoingMessage, type SqlEntityManager } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** The message about the recipients of tasks that have any and are not deleted: admin asks those outside the organisation to confirm. */
export async function recipientsOf(em: SqlEntityManager, ids: readonly string[]): Promise<OutgoingMessage[]> {
  const found = await tables(em)
    .selectFrom('tasks.task')
    .select(['organisation_id', 'recipients'])
    .where('id', 'in', [...ids])
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute();
  return found
    .filter(({ recipients }) => recipients.length > 0)
    .map(({ organisation_id, recipients }) => outgoing(taskRecipientsV1, { organisation_id, emails: recipients }));
}
