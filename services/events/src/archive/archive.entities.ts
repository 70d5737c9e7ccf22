import { defineEntity, p, type RowOf } from '@leakwatch/platform';
import type { PatternKind } from '@leakwatch/vocabulary';

/** Patterns of a task that are looked for together in what is kept. */
export const ArchiveSearchEntity = defineEntity({
  name: 'ArchiveSearch',
  tableName: 'archive_search',
  schema: 'events',
  properties: {
    id: p.uuid().primary(),
    organisation_id: p.uuid(),
    task_id: p.uuid(),
    /** 1: everything that is kept; 2: what was kept meanwhile; 3: done. */
    pass: p.integer().default(1),
    /** The hash of the last document that was searched in this pass. */
    cursor: p.text().default(''),
    /** Documents of the first pass; null until it begins. */
    total: p.integer().nullable(),
    searched: p.integer().default(0),
    /** New events. */
    found: p.integer().default(0),
    unread: p.integer().default(0),
    /** Documents that were too expensive for an expression. */
    unchecked: p.integer().default(0),
    /** Rises with every change of its patterns. */
    revision: p.integer().default(0),
    created_at: p.datetime().defaultRaw('now()'),
    finished_at: p.datetime().nullable(),
    /** Number of the step under way: a holder with an older one cannot commit. */
    fence: p.bigint('string').default('0'),
    leased_until: p.datetime().nullable(),
    turn_at: p.datetime().nullable(),
    /** Steps that began and did not commit, since the last commit. */
    tries: p.integer().default(0),
    failures: p.integer().default(0),
    failing_since: p.datetime().nullable(),
    failing_code: p.text().nullable(),
    due: p.datetime().defaultRaw('now()'),
  },
});
export type ArchiveSearch = RowOf<typeof ArchiveSearchEntity>;

/** A pattern of a task, and the search that looks for it, or did. */
export const ArchivePatternEntity = defineEntity({
  name: 'ArchivePattern',
  tableName: 'archive_pattern',
  schema: 'events',
  properties: {
    task_id: p.uuid().primary(),
    pattern_id: p.uuid().primary(),
    organisation_id: p.uuid(),
    kind: p.text().$type<PatternKind>(),
    text: p.text(),
    search_id: p.uuid().nullable(),
  },
});
