import type { LinkPurpose } from '@leakwatch/contracts';
import { defineEntity, p } from '@leakwatch/platform';

/** The code in the link of a recovery or welcome mail. */
export const LinkCodeEntity = defineEntity({
  name: 'LinkCode',
  tableName: 'link_code',
  schema: 'admin',
  properties: {
    /** sha256 of the code, hex. */
    hash: p.text().primary(),
    account_id: p.uuid(),
    purpose: p.text().$type<LinkPurpose>(),
    mail_id: p.uuid(),
    created: p.datetime().defaultRaw('now()'),
    expires: p.datetime(),
    used: p.datetime().nullable(),
  },
});
