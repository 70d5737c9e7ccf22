import { defineEntity, p } from '@leakwatch/platform';

/** Which process leads the schedule; platform's Leader writes it. */
export const LeaseEntity = defineEntity({
  name: 'Lease',
  tableName: 'lease',
  schema: 'tasks',
  properties: { name: p.text().primary(), holder: p.uuid(), until: p.datetime() },
});
