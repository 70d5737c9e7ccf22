import type { Foundation } from '@leakwatch/platform';
import { KeepContents } from '../src/evidence/keep-contents.ts';
import { Extractor } from '../src/extraction/extractor.ts';
import { MatchingPool } from '@leakwatch/matching';
import { openObjects, Vault } from '@leakwatch/platform';
import type { CrawlerSettings } from '../src/settings.ts';
import type { Reference, UnitSource } from '../src/sources/unit-source.port.ts';
import { AskSlice } from '../src/units/ask-slice.ts';
import { ReadDocuments } from '../src/units/read-documents.ts';
import { RunStep } from '../src/units/run-step.ts';
import { DIRECT } from '../src/units/testing/unit-stage.fixture.ts';
import { UnitWorker } from '../src/units/unit-worker.ts';
import { WatchSets } from '../src/units/watching/watch-sets.ts';

/** Units that a process works on at once, and documents of each that it fetches at once: 52 in all. */
export const UNITS_AT_ONCE = 13;
const FETCHES_AT_ONCE = 4;

/** A source whose upstream answers `/list/UNIT` with the names of documents, one a line, and `/document/NAME` with a document. */
export function slowSource(origin: string): UnitSource {
  const read = async (path: string, signal: AbortSignal) => Buffer.from(await (await fetch(`${origin}${path}`, { signal })).arrayBuffer());
  return {
    kind: 'gist',
    rates: {},
    resources: { ask: () => 'lists', fetch: 'documents' },
    accounts: 'none',
    fetchesAtOnce: FETCHES_AT_ONCE,
    unitsFor: ({ patterns }) => patterns.map(({ id, text }) => ({ key: text, request: text, patterns: [id] })),
    plan: (request) => [request],
    ask: async (slice, { signal }) => {
      const names = (await read(`/list/${String(slice)}`, signal)).toString().split('\n');
      return { references: names.map(named), more: [], total: names.length };
    },
    fetch: async ({ key }, { signal }) => [
      { path: key, bytes: await read(`/document/${key}`, signal), commit: null, urlAt: () => `${origin}/document/${key}` },
    ],
  };
}

const named = (key: string): Reference => ({
  key,
  version: '1',
  container: { key, title: key, url: `https://upstream.example/${key}`, owner: 'owner' },
  hint: {},
});

/** What a crawler process runs for one source, without accounts. `close` resolves when what it holds is closed. */
export async function startFetching({ database, settings, bus, logger }: Foundation<CrawlerSettings>, source: UnitSource) {
  const matching = new MatchingPool({ threads: 1 });
  const watchSets = new WatchSets(database, matching);
  const extractor = new Extractor();
  const contents = new KeepContents(database, await openObjects(settings), new Vault(settings.LEAKWATCH_SEALING_KEYS), logger);
  const read = new ReadDocuments(database, watchSets, DIRECT, bus, extractor, contents, logger);
  const step = new RunStep(database, new AskSlice(database, DIRECT, logger), read);
  const worker = new UnitWorker(database, step, [source], { CRAWLER_UNITS: UNITS_AT_ONCE }, logger);
  worker.onApplicationBootstrap();
  return {
    close: async () => {
      await worker.onModuleDestroy();
      watchSets.onApplicationShutdown();
      await extractor.onModuleDestroy();
      await matching.close();
    },
  };
}
