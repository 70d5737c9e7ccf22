import { defineEntity, p } from '@leakwatch/platform';

/** A text of events as it is compared, once for each organisation. */
export const SimilarTextEntity = defineEntity({
  name: 'SimilarText',
  tableName: 'similar_text',
  schema: 'events',
  properties: {
    organisation_id: p.uuid().primary(),
    id: p.uuid().primary(),
    /** As fingerprintsOf returns them. */
    fingerprints: p.array().$type<number[]>().columnType('integer[]'),
    /** Keyed hashes of the secrets in it. */
    secrets: p.array().$type<string[]>().columnType('uuid[]'),
    /** Whether texts that are nearly the same were looked for. */
    linked: p.boolean().default(false),
  },
});

/** A fingerprint by which a text is found. */
export const TextFingerprintEntity = defineEntity({
  name: 'TextFingerprint',
  tableName: 'text_fingerprint',
  schema: 'events',
  properties: { organisation_id: p.uuid().primary(), fingerprint: p.integer().primary(), text_id: p.uuid().primary() },
});

/** Two texts that are nearly the same; each pair has a row in both directions. */
export const TextLinkEntity = defineEntity({
  name: 'TextLink',
  tableName: 'text_link',
  schema: 'events',
  properties: {
    organisation_id: p.uuid().primary(),
    text_id: p.uuid().primary(),
    other_id: p.uuid().primary(),
    /** Thousandths. */
    resemblance: p.smallint(),
  },
});

/** A text to which perhaps no event refers any more. */
export const TextReviewEntity = defineEntity({
  name: 'TextReview',
  tableName: 'text_review',
  schema: 'events',
  properties: { organisation_id: p.uuid().primary(), text_id: p.uuid().primary() },
});

/** The keyed hash of a secret in an event. */
export const EventSecretEntity = defineEntity({
  name: 'EventSecret',
  tableName: 'event_secret',
  schema: 'events',
  properties: { organisation_id: p.uuid().primary(), hash: p.uuid().primary(), event_id: p.uuid().primary() },
});
