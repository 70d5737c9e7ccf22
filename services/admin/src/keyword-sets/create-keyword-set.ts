import { Inject, Injectable } from '@nestjs/common';
import { type AnswerOf, type createKeywordSet, type InputOf, templateChangesV1 } from '@leakwatch/contracts';
import { type Bus, BUS, Conflict, Database, InvalidRequest, newId, outgoing, STAFF } from '@leakwatch/platform';
import { readKeywordSet } from '@leakwatch/rules';
import { addKeywordSet } from './keyword-set.store.ts';

/** Staff create a keyword set. The answer lists the lines that were dropped. */
@Injectable()
export class CreateKeywordSet {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  async run(body: InputOf<typeof createKeywordSet>['body']): Promise<AnswerOf<typeof createKeywordSet>> {
    const sorted = readKeywordSet(body.keywords);
    if (sorted.accepted.length === 0) throw new InvalidRequest('keyword_set_empty', { keywords: 'keyword_set_empty' });
    const id = newId();
    const keywords = sorted.accepted.map((name) => ({ id: newId(), name }));
    await this.database.inScope(STAFF, async (em) => {
      if (!(await addKeywordSet(em, { id, name: body.name, keywords }))) throw new Conflict('keyword_set_exists');
      await this.bus.publish(em, [
        outgoing(templateChangesV1, { keyword_set: { id, version: 1, name: body.name, deleted: false, keywords } }),
      ]);
    });
    return { id, accepted: keywords.length, dropped: sorted.dropped.map((line) => line.text) };
  }
}
