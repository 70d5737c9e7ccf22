import { Controller } from '@nestjs/common';
import { ARCHIVE_FAILURES, ARCHIVE_SEARCHES_MAX, type ArchiveSearchState, getTaskArchive, type InputOf } from '@leakwatch/contracts';
import {
  type Caller,
  Database,
  FromCaller,
  FromRequest,
  noteOrganisations,
  NotFound,
  rows,
  scopeOf,
  Serves,
  sql,
} from '@leakwatch/platform';
import { tables } from '../entities.ts';
import type { ArchiveSearch } from './archive.entities.ts';

@Controller()
export class ArchiveController {
  constructor(private readonly database: Database) {}

  @Serves(getTaskArchive)
  get(@FromRequest() { params }: InputOf<typeof getTaskArchive>, @FromCaller() caller: Caller) {
    return this.database.read(scopeOf(caller), async (em) => {
      const task = await tables(em).selectFrom('events.task').select('organisation_id').where('task_id', '=', params.id).executeTakeFirst();
      if (task === undefined) throw new NotFound();
      noteOrganisations(caller, [task.organisation_id]);
      const searches = await rows(
        em,
        sql<ArchiveSearch & { readonly patterns: number }>`
          select s.*, (select count(*)::int from events.archive_pattern a where a.search_id = s.id) as patterns
          from events.archive_search s where s.task_id = ${params.id} and (s.finished_at is null or not exists (
            select from events.archive_search newer where newer.task_id = s.task_id and newer.finished_at is not null
              and (newer.created_at, newer.id) > (s.created_at, s.id)))
          order by s.created_at desc, s.id desc limit ${ARCHIVE_SEARCHES_MAX}`,
      );
      return { searches: searches.map(shown) };
    });
  }
}

const shown = (search: ArchiveSearch & { readonly patterns: number }): ArchiveSearchState => ({
  id: search.id,
  created: search.created_at.toISOString(),
  patterns: search.patterns,
  total: search.total,
  searched: search.searched,
  found: search.found,
  unread: search.unread,
  unchecked: search.unchecked,
  finished_at: search.finished_at?.toISOString() ?? null,
  failing_since: search.failing_since?.toISOString() ?? null,
  failing_code: ARCHIVE_FAILURES.find((code) => code === search.failing_code) ?? null,
});
