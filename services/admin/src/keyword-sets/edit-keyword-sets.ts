import { Inject, Injectable } from '@nestjs/common';
import { type AnswerOf, type BodyOf, type changeKeywordSet, type createKeywordSet, templateChangesV1 } from '@leakwatch/contracts';
import {
  type Bus,
  BUS,
  type Caller,
  Conflict,
  Database,
  InvalidRequest,
  newId,
  NotFound,
  outgoing,
  type SqlEntityManager,
  STAFF,
} from '@leakwatch/platform';
import { KEYWORD_SET_MAX, readKeywordSet, type SortedLines } from '@leakwatch/rules';
import { changesBetween, type Shown } from '../audit/audit-changes.domain.ts';
import { EDITED, requireSeen, type VersionDetail, versionDetail } from '../audit/changed-meanwhile.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { addKeywordSet, keywordsOf, lockKeywordSet, removeKeywordSet, setKeywords, updateKeywordSet } from './keyword-set.store.ts';

type Saved = AnswerOf<typeof createKeywordSet>;
type Action = 'keyword_set_created' | 'keyword_set_changed' | 'keyword_set_deleted';

/** Staff create, change and delete keyword sets (docs/behaviour/keyword-sets.md). Names are unique. */
@Injectable()
export class EditKeywordSets {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  async create({ name, keywords: lines }: BodyOf<typeof createKeywordSet>, caller: Caller): Promise<Saved> {
    const sorted = readKeywords(lines);
    const id = newId();
    await this.database.inScope(STAFF, async (em) => {
      if (!(await addKeywordSet(em, id, name))) throw new Conflict('keyword_set_exists');
      await setKeywords(em, id, sorted.accepted);
      await this.publish(em, { id, version: 1, name, deleted: false });
      await record(em, 'keyword_set_created', id, caller, null, { name, keywords: sorted.accepted });
    });
    return saved(id, sorted);
  }

  /** What the body leaves out stays. A body without fields changes nothing. */
  async change(id: string, { version, name, keywords: lines }: BodyOf<typeof changeKeywordSet>, caller: Caller): Promise<Saved> {
    const sorted = lines === undefined ? null : readKeywords(lines);
    return this.database.inScope(STAFF, async (em) => {
      const before = await lockKeywordSet(em, id);
      if (before === undefined) throw new NotFound();
      if (name !== undefined || sorted !== null) {
        await requireSeen(em, EDITED.keyword_set, id, before.version, version);
        const words = await wordsOf(em, id);
        const next = { id, version: before.version + 1, name: name ?? before.name };
        if (!(await updateKeywordSet(em, next))) throw new Conflict('keyword_set_exists');
        if (sorted !== null) await setKeywords(em, id, sorted.accepted);
        await this.publish(em, { ...next, deleted: false });
        const after = { name: next.name, keywords: sorted?.accepted ?? words };
        await record(em, 'keyword_set_changed', id, caller, { name: before.name, keywords: words }, after, versionDetail(next));
      }
      return saved(id, sorted ?? { accepted: await wordsOf(em, id), dropped: [] });
    });
  }

  async delete(id: string, caller: Caller): Promise<void> {
    await this.database.inScope(STAFF, async (em) => {
      const before = await lockKeywordSet(em, id);
      if (before === undefined) throw new NotFound();
      const words = await wordsOf(em, id);
      await removeKeywordSet(em, id);
      await this.publish(em, { id, version: before.version + 1, name: before.name, deleted: true });
      await record(em, 'keyword_set_deleted', id, caller, { name: before.name, keywords: words }, null);
    });
  }

  private async publish(em: SqlEntityManager, set: { id: string; version: number; name: string; deleted: boolean }): Promise<void> {
    const keywords = set.deleted ? [] : await keywordsOf(em, set.id);
    await this.bus.publish(em, [outgoing(templateChangesV1, { keyword_set: { ...set, keywords } })]);
  }
}

function readKeywords(lines: readonly string[]): SortedLines {
  const sorted = readKeywordSet(lines);
  if (sorted.accepted.length === 0) throw new InvalidRequest('keyword_set_empty', { keywords: 'keyword_set_empty' });
  // A text of the body may have several lines, so the schema does not bound their number.
  if (sorted.accepted.length > KEYWORD_SET_MAX) throw new InvalidRequest('keyword_set_too_large', { keywords: 'keyword_set_too_large' });
  return sorted;
}

const saved = (id: string, { accepted, dropped }: SortedLines): Saved => ({
  id,
  accepted: accepted.length,
  dropped: dropped.map((line) => line.text),
});

const wordsOf = async (em: SqlEntityManager, id: string): Promise<string[]> => (await keywordsOf(em, id)).map(({ name }) => name);

const record = (
  em: SqlEntityManager,
  kind: Action,
  set: string,
  from: Caller,
  before: Shown | null,
  after: Shown | null,
  version: VersionDetail = {},
) =>
  recordAudit(em, {
    kind,
    account: from.account?.id ?? null,
    organisation: null,
    from,
    detail: { keyword_set: set, ...version },
    changes: changesBetween(before, after),
  });
