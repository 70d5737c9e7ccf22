import { row, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { DroppedLine } from '@leakwatch/rules';
import { keywordTexts } from './keyword.store.ts';

export interface ChosenKeywords {
  readonly keywords: readonly { readonly id: string; readonly name: string }[];
  readonly dropped: readonly DroppedLine[];
}

/**
 * The chosen keywords with their texts. A keyword that staff have removed from its set stays in a task that already has it;
 * an unknown one is dropped and reported.
 */
export async function chosenKeywords(em: SqlEntityManager, ids: readonly string[], task: string | null): Promise<ChosenKeywords> {
  const wanted = [...new Set(ids)];
  const known = new Map(await keywordTexts(em, wanted));
  if (task !== null && known.size < wanted.length) {
    const kept = await row(
      em,
      sql<Pick<ChosenKeywords, 'keywords'>>`select chosen_keywords as keywords from tasks.task where id = ${task}`,
    );
    for (const { id, name } of kept?.keywords ?? []) if (!known.has(id)) known.set(id, name);
  }
  const keywords: { id: string; name: string }[] = [];
  const dropped: DroppedLine[] = [];
  for (const id of wanted) {
    const name = known.get(id);
    if (name === undefined) dropped.push({ text: id, reason: 'keyword_unknown' });
    else keywords.push({ id, name });
  }
  return { keywords, dropped };
}
