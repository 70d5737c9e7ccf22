import { defineEntity, p } from '@leakwatch/platform';

/** A launch of an organisation scans a mirror; where anybody may read it, for other organisations as well. */
export const MirrorPassEntity = defineEntity({
  name: 'MirrorPass',
  tableName: 'mirror_pass',
  schema: 'crawler',
  properties: {
    id: p.uuid().primary(),
    mirror_id: p.uuid(),
    organisation_id: p.uuid(),
    launch_id: p.uuid(),
    leased_until: p.datetime(),
  },
});
