import type { MigrationStep } from '@leakwatch/platform';

/** The comments that one call added to several events, so that they can be undone together. */
export const commentsOnMany: MigrationStep = {
  name: '0127-comments-on-many',
  sql: `
    alter table events.comment add column batch uuid;
    create index comment_of_batch on events.comment (batch) where batch is not null;
  `,
};
