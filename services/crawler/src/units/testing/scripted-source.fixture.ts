import { z } from 'zod';
import { searchNeeds } from '../../sources/search-words.ts';
import type { Answer, UnitSource, UnitSourceType } from '../../sources/unit-source.port.ts';

/** What a scripted source holds now. */
export interface ScriptedDocument {
  readonly version: number;
  readonly text: string;
}

/** An upstream in memory: tests change its documents, count its requests and let them fail. */
export class ScriptedUpstream {
  readonly documents = new Map<string, ScriptedDocument>();
  asks = 0;
  readonly fetched: string[] = [];
  /** Called before each request is answered; it may throw. */
  before: (request: 'ask' | 'fetch', key: string) => void | Promise<void> = () => undefined;

  private readonly versions = new Map<string, number>();

  /** A document that was removed and comes back has a new version: equal versions have equal content. */
  put(key: string, text: string): void {
    const version = (this.versions.get(key) ?? 0) + 1;
    this.versions.set(key, version);
    this.documents.set(key, { version, text });
  }

  /** Documents that contain every word, by key. */
  search(words: readonly string[]): (ScriptedDocument & { readonly key: string })[] {
    return [...this.documents]
      .map(([key, document]) => ({ key, ...document }))
      .filter(({ text }) => words.every((word) => text.toLowerCase().includes(word.toLowerCase())))
      .sort((left, right) => (left.key < right.key ? -1 : 1));
  }
}

const request = z.object({ words: z.array(z.string()) });
const slice = z.object({ page: z.number() });
const hint = z.object({ key: z.string() });

export interface ScriptedOptions {
  readonly kind?: UnitSourceType;
  readonly pageSize?: number;
  /** One unit for all patterns, which names every document, instead of a unit for each query. */
  readonly stream?: boolean;
  /** A unit for each channel of the task: the documents that hold its name, for the tasks that named it. */
  readonly channels?: boolean;
}

/** The smallest source there can be: a query names a page of documents at a time. */
export function scriptedSource(upstream: ScriptedUpstream, options: ScriptedOptions = {}): UnitSource {
  const { kind = 'github', pageSize = 3, stream = false, channels = false } = options;
  return {
    kind,
    rates: {},
    resources: { ask: () => 'search', fetch: 'documents' },
    accounts: 'none',
    fetchesAtOnce: 4,
    ...(channels && { audience: 'subscribers' }),
    unitsFor: (task) => {
      if (stream) return [{ key: 'stream', request: { words: [] }, patterns: 'all' }];
      const patterns = task.patterns.map(({ id }) => id);
      if (channels) return (task.telegram_channels ?? []).map((name) => ({ key: name, request: { words: [name] }, patterns }));
      return searchNeeds(task.patterns, ({ words }) => ({ key: words.join(' '), request: { words } }));
    },
    plan: () => [{ page: 0 }],
    ask: async (asked, context): Promise<Answer> => {
      const { words } = request.parse(context.request);
      const { page } = slice.parse(asked);
      upstream.asks += 1;
      await upstream.before('ask', `${words.join(' ')} ${page}`);
      const found = upstream.search(words);
      const from = page * pageSize;
      return {
        references: found.slice(from, from + pageSize).map(({ key, version }) => ({
          key,
          version: String(version),
          container: { key: 'scripted', title: 'Scripted', url: 'https://scripted.example', owner: 'scripted' },
          hint: { key },
        })),
        more: from + pageSize < found.length ? [{ page: page + 1 }] : [],
        ...(page === 0 && { total: found.length }),
        state: { asked: page },
      };
    },
    fetch: async (reference) => {
      const { key } = hint.parse(reference.hint);
      await upstream.before('fetch', key);
      upstream.fetched.push(key);
      const found = upstream.documents.get(key);
      const document = { path: key, commit: null, urlAt: (line: number) => `https://scripted.example/${key}#${line}` };
      return [
        found === undefined
          ? { ...document, bytes: undefined, unread: 'gone' }
          : { ...document, bytes: Buffer.from(found.text), version: String(found.version) },
      ];
    },
  };
}
