import { defineEntity, type InferEntity, p } from '@leakwatch/platform';

/** The seed that an account's authenticator app shares with this service. */
export const SecondFactorEntity = defineEntity({
  name: 'SecondFactor',
  tableName: 'second_factor',
  schema: 'admin',
  properties: {
    account_id: p.uuid().primary(),
    /** New with every set-up: the confirmation of an older seed changes nothing. */
    id: p.uuid(),
    /** Encrypted by the vault. */
    seed: p.blob(),
    active: p.boolean().default(false),
    /** The newest time step whose code was used; codes of it and of earlier steps are refused. */
    last_step: p.bigint('string').default('0'),
    created: p.datetime().defaultRaw('now()'),
    activated: p.datetime().nullable(),
  },
});
export type SecondFactor = InferEntity<typeof SecondFactorEntity>;

/** A code that replaces a code of the app, once. */
export const RecoveryCodeEntity = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_code',
  schema: 'admin',
  properties: {
    account_id: p.uuid().primary(),
    hash: p.text().primary(),
    used: p.datetime().nullable(),
    created: p.datetime().defaultRaw('now()'),
  },
});
