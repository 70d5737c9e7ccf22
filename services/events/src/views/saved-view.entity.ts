import { defineEntity, p, type RowOf } from '@leakwatch/platform';

/** Filters and order of the list under a name. */
export const SavedViewEntity = defineEntity({
  name: 'SavedView',
  tableName: 'saved_view',
  schema: 'events',
  properties: {
    id: p.uuid().primary(),
    organisation_id: p.uuid(),
    /** null: of the organisation. */
    owner_id: p.uuid().nullable(),
    author_name: p.text(),
    name: p.text(),
    /** As the version that saved them knew them: to be parsed before they are used. */
    filters: p.json<unknown>(),
    sort: p.text().nullable(),
    created: p.datetime().defaultRaw('now()'),
    /** Raised by a trigger. */
    edit_version: p.integer().default(1),
  },
});
export type SavedView = RowOf<typeof SavedViewEntity>;
