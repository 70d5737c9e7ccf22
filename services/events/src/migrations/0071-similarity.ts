import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

/**
 * Rows of organisations that only the work in the background reads. The setting is read once for a statement: for each of some hundred
 * rows of a text it cost more than reading the row.
 */
const consumersOnly = (table: string) => `
  alter table ${table} enable row level security;
  alter table ${table} force row level security;
  create policy consumer_rows on ${table} using ((select current_setting('leakwatch.scope', true)) = 'consumer');
`;

/** By what events are found that are the same leak in another place (docs/decisions/0056-similar-events.md). */
export const similarity: MigrationStep = {
  name: '0071-similarity',
  sql: `
    -- Once for each organisation, text as it is compared, and secrets in it.
    create table events.similar_text (
      organisation_id uuid not null,
      id uuid not null,
      fingerprints int[] not null,
      secrets uuid[] not null,
      -- Whether texts that are nearly the same were looked for.
      linked boolean not null default false,
      primary key (organisation_id, id)
    ) with (fillfactor = 90);
    create index similar_text_to_link on events.similar_text (organisation_id, id) where not linked;
    ${consumersOnly('events.similar_text')}

    -- The fingerprints by which texts are found, of those that were linked.
    create table events.text_fingerprint (
      organisation_id uuid not null,
      fingerprint int not null,
      text_id uuid not null,
      primary key (organisation_id, fingerprint, text_id)
    );
    ${consumersOnly('events.text_fingerprint')}

    -- Texts that are nearly the same, in both directions, with their resemblance in thousandths.
    create table events.text_link (
      organisation_id uuid not null,
      text_id uuid not null,
      other_id uuid not null,
      resemblance smallint not null,
      primary key (organisation_id, text_id, other_id)
    );
    ${organisationPolicies('events.text_link')}

    -- Texts to which perhaps no event refers any more.
    create table events.text_review (organisation_id uuid not null, text_id uuid not null, primary key (organisation_id, text_id));
    ${consumersOnly('events.text_review')}

    -- Keyed hashes of the secrets in an event.
    create table events.event_secret (
      organisation_id uuid not null,
      hash uuid not null,
      event_id uuid not null references events.event on delete cascade,
      primary key (organisation_id, hash, event_id)
    );
    create index event_secret_of_event on events.event_secret (event_id);
    ${organisationPolicies('events.event_secret')}

    -- Null where the text says too little to be compared.
    alter table events.event add column text_id uuid;
    create index event_of_text on events.event (organisation_id, text_id) where text_id is not null;
  `,
};
