import { defineEntity, p } from '@leakwatch/platform';

/** A logo in the object store. It is deleted at `due`, unless an organisation has it by then. */
export const LogoEntity = defineEntity({
  name: 'Logo',
  tableName: 'logo',
  schema: 'admin',
  properties: {
    id: p.uuid().primary(),
    organisation_id: p.uuid().nullable(),
    /** null while an organisation has it. */
    due: p.datetime().nullable(),
    created: p.datetime().defaultRaw('now()'),
  },
});
