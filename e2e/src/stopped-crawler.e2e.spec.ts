import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { getTask } from '@leakwatch/contracts';
import { addSearchAccounts, createSearchTask, openStaffClient, signInTelegram } from '@leakwatch/local';
import { type SearchedSources, startSearchedSources } from '@leakwatch/simulators';
import { waitUntil } from '@leakwatch/testing';
import { eventsOf, spelledEvents, spelledLeaks, untilDone } from './product/events-of.ts';
import { type Product, startProduct } from './product/product.ts';

jest.setTimeout(600_000);

/** `npm start` kills a service that has not ended so long after SIGTERM. */
const GRACE_MS = 15_000;
const REPOSITORY = '/romashka.git';
const SOURCES = ['gist', 'pastebin', 'google_docs', 'telegram'] as const;

let product: Product;
let sources: SearchedSources;

beforeAll(async () => {
  sources = await startSearchedSources();
  product = await startProduct({}, { ...sources.env });
  const staff = await openStaffClient(product.ready);
  await addSearchAccounts(staff, sources);
  await signInTelegram(staff, sources);
});
afterAll(async () => {
  await product?.stop();
  await sources?.close();
});

const isDocument = {
  pastebin: (path: string) => path.includes('api_scrape_item'),
  google_docs: (path: string) => path.includes('export'),
  gist: (path: string) => /^\/gists\/[0-9a-f]/.test(path),
};

/** Readings that wait for an answer. */
interface Held {
  readonly kinds: () => readonly string[];
  /** Gives the answers, and holds nothing more. */
  readonly release: () => void;
}

/** Answers for `answered` documents of each source, and holds the requests for others, those of `method` in Telegram and the fetch of the repository. */
function hold(answered: number, method: string): Held {
  const hosts = { pastebin: sources.pastebin, google_docs: sources.google, gist: sources.github };
  const kinds = new Set<string>();
  for (const kind of ['pastebin', 'google_docs', 'gist'] as const) {
    const paths = new Set<string>();
    const only = (path: string) => {
      if (!isDocument[kind](path)) return false;
      const isHeld = paths.add(path).size > answered;
      if (isHeld) kinds.add(kind);
      return isHeld;
    };
    hosts[kind].behaviour = { kind: 'held', only };
  }
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  sources.telegram.before = async (request) => {
    if (request.method !== method) return;
    kinds.add('telegram');
    await released;
  };
  const earlier = product.git.requests.length;
  product.git.behaviours.set(REPOSITORY, { kind: 'stalled', afterBytes: 2_000 });
  // Refs are asked for news, then for the fetch; the third request is for the objects.
  const isFetched = () => product.git.requests.slice(earlier).filter(({ method: verb }) => verb === 'POST').length >= 3;
  return {
    kinds: () => [...kinds, ...(isFetched() ? ['git_repo'] : [])].sort(),
    release: () => {
      for (const host of Object.values(hosts)) host.behaviour = { kind: 'plain' };
      sources.telegram.before = () => undefined;
      product.git.behaviours.delete(REPOSITORY);
      letGo();
    },
  };
}

/** Ends the crawler while a reading of every kind waits for its answer, and starts another one. */
async function endInTheMiddle({ kinds }: Held, signal: NodeJS.Signals, meanwhile: () => void): Promise<void> {
  const { services } = product.ready;
  const all = ['git_repo', ...SOURCES].sort();
  // A kind that is missing after this time is named. After the first signal its documents count as read, though nobody read them.
  await waitUntil('every kind', async () => kinds().length === all.length, 60_000).catch(() => undefined);
  expect(kinds()).toEqual(all);
  const pid = services.pid('crawler') ?? 0;
  process.kill(pid, signal);
  await waitUntil(`the crawler to end after ${signal}`, async () => !existsSync(`/proc/${pid}`), GRACE_MS);
  meanwhile();
  services.start('crawler');
  await services.waitFor('crawler');
}

test('the only crawler ends by SIGTERM and by SIGKILL in the middle of readings of every kind: nothing is lost, nothing is shown twice', async () => {
  let held = hold(0, 'messages.getHistory');
  const searching = await createSearchTask(product.user, sources, product.email, SOURCES);
  await product.user.post(`/api/tasks/${searching}/start/`);
  const monitoring = await product.startTask(REPOSITORY, 'Monitored');
  await endInTheMiddle(held, 'SIGTERM', () => {
    held.release();
    held = hold(1, 'upload.getFile');
  });
  await endInTheMiddle(held, 'SIGKILL', held.release);

  await untilDone(product.user, monitoring);
  await waitUntil('every source is searched', async () => {
    const { sources: all } = getTask.answer.parse(await product.user.get(`/api/tasks/${searching}/`));
    return all.every(({ state }) => state === 'done');
  });
  const leaks = sources.leaks.filter(({ source }) => SOURCES.some((one) => one === source));
  const count = async () => (await eventsOf(product.user, searching)).length + (await eventsOf(product.user, monitoring)).length;
  // What is missing after this time is named below.
  for (let tries = 0; tries < 100 && (await count()) < leaks.length + product.sample.planted.length; tries += 1) await sleep(100);
  await sleep(2_000); // an event that is shown twice would have come by now
  const spelled = (await eventsOf(product.user, searching)).map((event) => `${event.source_type} ${event.pattern} ${event.file_path}`);
  expect(spelled.sort()).toEqual(leaks.map(({ source, pattern, path }) => `${source} ${pattern} ${path}`).sort());
  expect(spelledEvents(await eventsOf(product.user, monitoring))).toEqual(spelledLeaks(product.sample));
});
