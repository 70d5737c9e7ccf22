import { defineEntity, p } from '@leakwatch/platform';
import type { Revealed } from '@leakwatch/contracts';

/** A person saw the secrets of an event unmasked. The name is the one that the account had then. */
export const RevealEntity = defineEntity({
  name: 'Reveal',
  tableName: 'reveal',
  schema: 'events',
  properties: {
    id: p.uuid().primary(),
    event_id: p.uuid(),
    organisation_id: p.uuid(),
    at: p.datetime().defaultRaw('clock_timestamp()'),
    staff: p.boolean(),
    account_id: p.uuid(),
    account_name: p.text(),
    revealed: p.text().$type<Revealed>(),
  },
});
