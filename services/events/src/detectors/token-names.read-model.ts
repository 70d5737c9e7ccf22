import type { FoundTokenRow } from '@leakwatch/contracts';
import { DETECTORS } from '@leakwatch/matching';
import type { SqlEntityManager } from '@leakwatch/platform';
import { detectorText } from '@leakwatch/vocabulary';
import { storedTemplates } from './detector-set.store.ts';
import type { StoredToken } from './detector.entities.ts';
import { wireId } from './examine-texts.ts';

type Named = Pick<FoundTokenRow, 'id' | 'name' | 'hint' | 'regex' | 'detector'>;

const BUILT_IN: ReadonlyMap<string, Named> = new Map(
  DETECTORS.map(({ id: detector, expression }) => {
    const id = wireId(detector);
    const text = detectorText(detector, 'en');
    return [id, { id, name: text?.name ?? detector, hint: text?.hint ?? '', regex: expression, detector }];
  }),
);

/** What the ids of detectors and templates are called. */
export class TokenNames {
  constructor(private readonly templates: ReadonlyMap<string, Named>) {}

  /** undefined for a template that was deleted: events lose it in the background. */
  of(id: string): Named | undefined {
    return BUILT_IN.get(id) ?? this.templates.get(id);
  }

  rows(tokens: readonly StoredToken[]): FoundTokenRow[] {
    return tokens.flatMap(({ id, severity, count, masked }) => {
      const named = this.of(id);
      return named === undefined ? [] : [{ ...named, severity, count, masked: [...masked] }];
    });
  }
}

/** Names for the rows of an answer; templates are read only where a row has one. */
export async function tokenNames(em: SqlEntityManager, ids: readonly string[]): Promise<TokenNames> {
  if (ids.every((id) => BUILT_IN.has(id))) return new TokenNames(new Map());
  const templates = await storedTemplates(em);
  return new TokenNames(new Map(templates.map(({ id, name, hint, regex }) => [id, { id, name, hint, regex, detector: null }])));
}
