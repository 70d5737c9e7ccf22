import type { SqlEntityManager } from '@leakwatch/platform';
import type { DroppedLine } from '@leakwatch/rules';
import { keywordTexts } from './keyword.store.ts';

export interface ChosenKeyword {
  readonly id: string;
  readonly name: string;
}

export interface ChosenKeywords {
  readonly keywords: readonly ChosenKeyword[];
  readonly dropped: readonly DroppedLine[];
}

/**
 * The chosen keywords with their texts. A keyword that staff have removed from its set stays in a task that already has it
 * (`kept`); an unknown one is dropped and reported.
 */
export async function chosenKeywords(
  em: SqlEntityManager,
  ids: readonly string[],
  kept: readonly ChosenKeyword[] = [],
): Promise<ChosenKeywords> {
  const wanted = [...new Set(ids)];
  const known = new Map([...kept.map(({ id, name }) => [id, name] as const), ...(await keywordTexts(em, wanted))]);
  const keywords: ChosenKeyword[] = [];
  const dropped: DroppedLine[] = [];
  for (const id of wanted) {
    const name = known.get(id);
    if (name === undefined) dropped.push({ text: id, reason: 'keyword_unknown' });
    else keywords.push({ id, name });
  }
  return { keywords, dropped };
}
