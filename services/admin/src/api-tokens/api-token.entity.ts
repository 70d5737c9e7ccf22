import { defineEntity, type InferEntity, p } from '@leakwatch/platform';

/** An account has at most one API token. */
export const ApiTokenEntity = defineEntity({
  name: 'ApiToken',
  tableName: 'api_token',
  schema: 'admin',
  properties: {
    account_id: p.uuid().primary(),
    /** Public; new with every token. */
    id: p.uuid(),
    /** sha256 of the token, hex. */
    hash: p.text(),
    /** Its last characters; null for a token that was generated before they were kept. */
    ending: p.text().nullable(),
    /** The account's epoch when the token was generated: a raised epoch ends the token. */
    epoch: p.integer(),
    created: p.datetime().defaultRaw('now()'),
    /** With a precision of some minutes. */
    last_used: p.datetime().nullable(),
  },
});
export type ApiToken = InferEntity<typeof ApiTokenEntity>;
