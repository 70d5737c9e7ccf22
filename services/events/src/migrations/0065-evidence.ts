import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

/** The content of documents that events refer to (docs/decisions/0053-kept-content.md). */
export const evidence: MigrationStep = {
  name: '0065-evidence',
  sql: `
    -- Once for each organisation and content. The object is in the store while the row is here.
    create table events.evidence (
      organisation_id uuid not null,
      hash text not null,
      object_id uuid not null,
      bytes int not null,
      kept_bytes int not null,
      -- Where a part of a larger document is kept: its first byte in the text, and its line. Else null and 1.
      part_start int,
      first_line int not null,
      captured_at timestamptz not null,
      address text not null,
      -- When it was last found; the time for which it is kept begins here.
      kept_at timestamptz not null default now(),
      primary key (organisation_id, hash)
    );
    create index evidence_kept_at on events.evidence (kept_at);
    ${organisationPolicies('events.evidence')}

    -- Content that an event stopped to refer to, or never did: deleted unless another event of the organisation refers to it.
    create table events.evidence_review (organisation_id uuid not null, hash text not null, primary key (organisation_id, hash));
    ${organisationPolicies('events.evidence_review')}

    create table events.object_deletion (object_key text primary key, due timestamptz not null);
    create index object_deletion_due on events.object_deletion (due);

    alter table events.event
      add column content_hash text,
      -- Of the file in which the document was found, where it is another.
      add column original_hash text,
      -- Byte offsets of the matches: [{start, end}], in the document, or in its text where a part of it is kept.
      add column places jsonb;
    create index event_of_content on events.event (organisation_id, content_hash) where content_hash is not null;
    create index event_of_original on events.event (organisation_id, original_hash) where original_hash is not null;
  `,
};
