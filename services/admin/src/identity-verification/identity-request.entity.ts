import { defineEntity, p } from '@leakwatch/platform';

export type IdentityOutcome = 'accepted' | 'declined' | 'overtaken';

/** A request of an account whose owner has lost the second factor. */
export const IdentityRequestEntity = defineEntity({
  name: 'IdentityRequest',
  tableName: 'identity_request',
  schema: 'admin',
  properties: {
    id: p.uuid().primary(),
    account_id: p.uuid(),
    /** The account's epoch at the time of the request: a changed password or second factor closes it. */
    epoch: p.integer(),
    created: p.datetime().defaultRaw('now()'),
    expires: p.datetime(),
    outcome: p.text().$type<IdentityOutcome>().nullable(),
    decided: p.datetime().nullable(),
  },
});

/** The code of one mail about a request. The first answer decides the request. */
export const IdentityCodeEntity = defineEntity({
  name: 'IdentityCode',
  tableName: 'identity_code',
  schema: 'admin',
  /** `hash` is the sha256 of the code, hex. */
  properties: { hash: p.text().primary(), request_id: p.uuid(), mail_id: p.uuid() },
});
