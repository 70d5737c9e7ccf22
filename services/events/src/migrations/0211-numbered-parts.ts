import type { MigrationStep } from '@leakwatch/platform';

/**
 * Finds events in parts of a document by what they show: a page keeps its text when its number changes (docs/behaviour/events.md). `partHash` of the
 * intake computes the same for new ones.
 */
export const numberedParts: MigrationStep = {
  name: '0211-numbered-parts',
  sql: `
    select set_config('leakwatch.scope', 'consumer', true);
    alter table events.event add column part_hash uuid;
    update events.event set part_hash = md5(source_type || chr(10) || container_key || chr(10)
        || case when source_type in ('google_docs', 'pastebin') then '' else split_part(path, '!/', 1) end || chr(10)
        || lines_hash || chr(10) || (excerpt ->> 'text'))::uuid
      where path like '%!/_%';
    create index event_of_part on events.event (organisation_id, task_id, part_hash) where part_hash is not null;
  `,
};
