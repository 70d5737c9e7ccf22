import { Controller } from '@nestjs/common';
import {
  changeKeywordSet,
  createKeywordSet,
  deleteKeywordSet,
  getKeywordSet,
  type InputOf,
  listKeywordGroups,
  listKeywordSets,
} from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, NotFound, Serves, STAFF } from '@leakwatch/platform';
import { EditKeywordSets } from './edit-keyword-sets.ts';
import { keywordSetDetails, keywordSetList, keywordSets } from './keyword-sets.read-model.ts';

@Controller()
export class KeywordSetsController {
  constructor(
    private readonly edit: EditKeywordSets,
    private readonly database: Database,
  ) {}

  /** Keyword sets belong to the installation: every organisation gets the same. */
  @Serves(listKeywordGroups)
  getGroups() {
    return this.database.read(STAFF, keywordSets);
  }

  @Serves(listKeywordSets)
  getList(@FromRequest() { query }: InputOf<typeof listKeywordSets>) {
    return this.database.read(STAFF, (em) => keywordSetList(em, query));
  }

  @Serves(getKeywordSet)
  async getOne(@FromRequest() { params }: InputOf<typeof getKeywordSet>) {
    const found = await this.database.read(STAFF, (em) => keywordSetDetails(em, params.id));
    if (found === undefined) throw new NotFound();
    return found;
  }

  @Serves(createKeywordSet)
  post(@FromRequest() { body }: InputOf<typeof createKeywordSet>, @FromCaller() caller: Caller) {
    return this.edit.create(body, caller);
  }

  @Serves(changeKeywordSet)
  patch(@FromRequest() { params, body }: InputOf<typeof changeKeywordSet>, @FromCaller() caller: Caller) {
    return this.edit.change(params.id, body, caller);
  }

  @Serves(deleteKeywordSet)
  async delete(@FromRequest() { params }: InputOf<typeof deleteKeywordSet>, @FromCaller() caller: Caller) {
    await this.edit.delete(params.id, caller);
    return { ok: true };
  }
}
