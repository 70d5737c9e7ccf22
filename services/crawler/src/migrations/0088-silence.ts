import type { MigrationStep } from '@leakwatch/platform';

/** How often a unit has something new, and since when it has been silent for longer (docs/decisions/0064-silent-sources.md). */
export const silence: MigrationStep = {
  name: '0088-silence',
  sql: `
    alter table crawler.unit
      add column news_at timestamptz,
      add column quiet_seconds double precision not null default 0,
      add column longest_seconds double precision not null default 0,
      add column intervals int not null default 0,
      add column silent_since timestamptz;
    create index unit_silent on crawler.unit (source_type) where silent_since is not null;

    -- Sources of whose silence staff were notified.
    create table crawler.silent_source (source_type text primary key, since timestamptz not null);
  `,
};
