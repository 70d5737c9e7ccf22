import { defineEntity, p } from '@leakwatch/platform';
import type { RecheckAnswer } from '@leakwatch/vocabulary';

/** A person looked whether an event is still at its public address. The name is the one that the account had then. */
export const RecheckEntity = defineEntity({
  name: 'Recheck',
  tableName: 'recheck',
  schema: 'events',
  properties: {
    id: p.uuid().primary(),
    event_id: p.uuid(),
    organisation_id: p.uuid(),
    at: p.datetime().defaultRaw('clock_timestamp()'),
    /** When the answer was so: for a monitored repository when its mirror was brought up to date. */
    as_of: p.datetime(),
    answer: p.text().$type<RecheckAnswer>(),
    staff: p.boolean(),
    account_name: p.text(),
  },
});
