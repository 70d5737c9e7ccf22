import { Inject, Injectable } from '@nestjs/common';
import { type AnswerOf, type createKeywordSet, type InputOf, templateChangesV1 } from '@leakwatch/contracts';
import { type Bus, BUS, Conflict, Database, InvalidRequest, newId, outgoing, rows, STAFF, sql } from '@leakwatch/platform';
import { readKeywordSet } from '@leakwatch/rules';

/** Staff create a keyword set (spec/3-staff section 5, 'Keyword pattern lines'); dropped lines are told. */
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
      const added = await rows(
        em,
        sql`insert into admin.keyword_set (id, name) values (${id}, ${body.name}) on conflict do nothing returning id`,
      );
      if (added.length === 0) throw new Conflict('keyword_set_exists');
      await rows(
        em,
        sql`insert into admin.keyword (id, keyword_set_id, position, name)
            select k.id, ${id}, k.n, k.name
            from unnest(${keywords.map((keyword) => keyword.id)}::uuid[], ${keywords.map((keyword) => keyword.name)}::text[])
              with ordinality as k (id, name, n)`,
      );
      await this.bus.publish(em, [
        outgoing(templateChangesV1, { keyword_set: { id, version: 1, name: body.name, deleted: false, keywords } }),
      ]);
    });
    return { id, accepted: keywords.length, dropped: sorted.dropped.map((line) => line.text) };
  }
}
