import type { MigrationStep } from '@leakwatch/platform';

/** How many documents a ledger has, and how many of them come up to the mark of a cohort, so that nobody counts the ledger (docs/decisions/0080). */
export const ledgerCounts: MigrationStep = {
  name: '0108-ledger-counts',
  sql: `
    select set_config('leakwatch.scope', 'consumer', true);

    -- Blobs, without the rows of further file names.
    alter table crawler.mirror add column documents int not null default 0;
    update crawler.mirror m set documents = c.documents
      from (select mirror_id, count(*) as documents from crawler.blob where name = '' group by mirror_id) c where c.mirror_id = m.id;

    -- The same up to the ordinal of the cohort.
    alter table crawler.scan_cohort add column documents int not null default 0;
    update crawler.scan_cohort c set documents = n.documents
      from (
        select mirror_id, ordinal, is_mark, sum(documents) over (partition by mirror_id order by ordinal) as documents
        from (
          select mirror_id, ordinal, false as is_mark, 1 as documents from crawler.blob where name = ''
          union all select distinct mirror_id, ordinal, true, 0 from crawler.scan_cohort
        ) as place
      ) n where n.is_mark and n.mirror_id = c.mirror_id and n.ordinal = c.ordinal;
  `,
};
