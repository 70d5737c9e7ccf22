import { Controller } from '@nestjs/common';
import { createKeywordSet, type InputOf, listKeywordGroups } from '@leakwatch/contracts';
import { Database, FromRequest, Serves, STAFF } from '@leakwatch/platform';
import { CreateKeywordSet } from './create-keyword-set.ts';
import { keywordSets } from './keyword-set.store.ts';

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

  /** Keyword sets belong to the installation: every organisation gets the same. */
  @Serves(listKeywordGroups)
  getGroups() {
    return this.database.inScope(STAFF, keywordSets);
  }
}
