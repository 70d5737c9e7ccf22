import { defineEntity, p, type RowOf } from '@leakwatch/platform';
import type { NotificationKind } from '@leakwatch/vocabulary';
import type { StoredDetails } from './texts/shape.ts';

/** A technical notification of an organisation. */
export const TechnicalNotificationEntity = defineEntity({
  name: 'TechnicalNotification',
  tableName: 'notification',
  schema: 'admin',
  properties: {
    id: p.uuid().primary(),
    /** null: for staff. */
    organisation_id: p.uuid().nullable(),
    kind: p.text().$type<NotificationKind>(),
    /** Title and message are stored for notifications of staff; those of the system are made from the details when they are read. */
    title: p.text().nullable(),
    message: p.text().nullable(),
    details: p.json<StoredDetails>().defaultRaw("'{}'"),
    /** Names a fact while it lasts: no second notification is created, also when the first was deleted. */
    cause: p.text().nullable(),
    active: p.boolean().default(true),
    created: p.datetime().defaultRaw('now()'),
    deleted: p.datetime().nullable(),
  },
});
export type TechnicalNotificationRow = RowOf<typeof TechnicalNotificationEntity>;
