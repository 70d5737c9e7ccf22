import { defineEntity, p } from '@leakwatch/platform';

/** A change of events that came with an id of the caller, so that it is made once when it is sent again. */
export const SentChangeEntity = defineEntity({
  name: 'SentChange',
  tableName: 'sent_change',
  schema: 'events',
  properties: {
    account_id: p.uuid().primary(),
    key: p.uuid().primary(),
    /** In whose name the account made it; null for staff by their own rights. */
    organisation_id: p.uuid().nullable(),
    /** Of what was sent. */
    digest: p.text(),
    /** Set with the answer, in the transaction that makes the change. */
    batch: p.uuid().nullable(),
    answer: p.json<unknown>().nullable(),
    at: p.datetime().defaultRaw('now()'),
    /** When it was answered last: an undo is possible from then on, too. */
    answered_at: p.datetime().defaultRaw('now()'),
  },
});
