import { defineEntity, p } from '@leakwatch/platform';

/** The highest ordinal of a mirror's ledger up to which a pattern was matched. */
export const ScanMarkEntity = defineEntity({
  name: 'ScanMark',
  tableName: 'scan_mark',
  schema: 'crawler',
  properties: {
    mirror_id: p.uuid().primary(),
    pattern_id: p.uuid().primary(),
    organisation_id: p.uuid(),
    ordinal: p.bigint('string'),
  },
});
