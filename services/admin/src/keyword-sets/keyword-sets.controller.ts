import { Controller } from '@nestjs/common';
import { createKeywordSet, type InputOf, listKeywordGroups } from '@leakwatch/contracts';
import { Database, FromRequest, rows, Serves, STAFF, sql } from '@leakwatch/platform';
import { CreateKeywordSet } from './create-keyword-set.ts';

interface GroupRow {
  readonly id: string;
  readonly name: string;
  readonly keywords: { id: string; name: string }[];
}

@Controller()
export class KeywordSetsController {
  constructor(
    private readonly createKeywordSet: CreateKeywordSet,
    private readonly database: Database,
  ) {}

  @Serves(createKeywordSet)
  post(@FromRequest() input: InputOf<typeof createKeywordSet>) {
    return this.createKeywordSet.run(input.body);
  }

  /** Keyword sets are the installation's, the same for every organisation. */
  @Serves(listKeywordGroups)
  getGroups() {
    return this.database.inScope(STAFF, (em) =>
      rows(
        em,
        sql<GroupRow>`
          select s.id, s.name, coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name) order by k.position)
            filter (where k.id is not null), '[]') as keywords
          from admin.keyword_set s left join admin.keyword k on k.keyword_set_id = s.id
          group by s.id order by lower(s.name)`,
      ),
    );
  }
}
