import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { checkServiceAccounts, getPatternCoverage, getTask, listEvents, listServiceAccounts } from '@leakwatch/contracts';
import { addSearchAccounts, type ConsoleClient, createSearchTask, openStaffClient, signInTelegram } from '@leakwatch/local';
import { type SearchedSources, startSearchedSources } from '@leakwatch/simulators';
import { waitUntil } from '@leakwatch/testing';
import { type Product, startProduct } from './product/product.ts';

jest.setTimeout(600_000);

let product: Product;
let sources: SearchedSources;
let staff: ConsoleClient;

beforeAll(async () => {
  sources = await startSearchedSources();
  product = await startProduct({}, { ...sources.env });
  staff = await openStaffClient(product.ready);
});
afterAll(async () => {
  await product?.stop();
  await sources?.close();
});

const eventsOf = async (task: string) =>
  listEvents.answer.parse(await product.user.get(`/api/events/?status=all&limit=100&task=${task}`)).results;

/** Every source of the task was searched. */
async function launchesDone(task: string): Promise<void> {
  await waitUntil('every launch is done', async () => {
    const { sources: all } = getTask.answer.parse(await product.user.get(`/api/tasks/${task}/`));
    return all.every(({ state }) => state === 'done');
  });
}

describe('sources that are searched', () => {
  test('leaks of a company in GitHub, gists, GitLab, Pastebin, Google documents and Telegram become its events, and a second launch reads nothing again', async () => {
    // GitLab searches ten times a minute, and each pattern takes six searches: it gets one.
    const { internal_domains } = sources.patterns;
    const task = await createSearchTask(product.user, sources, product.email, ['github', 'gist', 'pastebin', 'google_docs', 'telegram']);
    const onGitlab = await createSearchTask(product.user, { patterns: { internal_domains } }, product.email, ['gitlab_cloud']);
    for (const id of [task, onGitlab]) await product.user.post(`/api/tasks/${id}/start/`);
    // Until staff add accounts, GitHub and GitLab wait and say why.
    await waitUntil('the page says that accounts are missing', async () => {
      const { coverage } = getTask.answer.parse(await product.user.get(`/api/tasks/${task}/`));
      return coverage.find((one) => one.source_type === 'github')?.error_code === 'no_account';
    });
    await addSearchAccounts(staff, sources);
    await signInTelegram(staff, sources);
    const events = await waitUntil(
      'every leak is an event',
      async () => {
        const found = [...(await eventsOf(task)), ...(await eventsOf(onGitlab))];
        return found.length >= sources.leaks.length && found;
      },
      120_000,
    );
    const spelled = events.map(({ source_type, pattern, file_path }) => `${source_type} ${pattern} ${file_path}`).sort();
    expect(spelled).toEqual(sources.leaks.map(({ source, pattern, path }) => `${source} ${pattern} ${path}`).sort());

    await launchesDone(task);
    await launchesDone(onGitlab);
    const coverage = getPatternCoverage.answer.parse(await product.user.get(`/api/tasks/${task}/coverage/`));
    expect(coverage.results).toHaveLength(10);
    for (const row of coverage.results) {
      expect(row).toMatchObject({ asked: true, unread: 0, capped: false, incomplete: false, error_code: null });
      expect(row.read).toBe(row.returned);
      expect(row.last_full_pass).not.toBeNull();
    }
    // Documents of Google have no version: they are read again each day.
    const requests = () => ({
      blobs: sources.github.requests.filter(({ path }) => path.includes('/git/blobs/')).length,
      gists: sources.github.requests.filter(({ path }) => /^\/gists\/[0-9a-f]/.test(path)).length,
      pastes: sources.pastebin.requests.filter(({ path }) => path.includes('scrape_item')).length,
      history: sources.telegram.requests.filter(({ method }) => ['messages.getHistory', 'upload.getFile'].includes(method)).length,
      files: sources.gitlab.requests.filter(({ path }) => path.includes('/raw')).length,
    });
    const before = requests();
    await staff.post(`/api/tasks/${task}/start_right_now/`);
    await launchesDone(task);
    expect(requests()).toEqual(before);
    expect(await eventsOf(task)).toHaveLength(sources.leaks.filter(({ source }) => source !== 'gitlab_cloud').length);
    // Credentials went through the proxy and nowhere else.
    for (const proxy of sources.proxies) expect(proxy.connections.length).toBeGreaterThan(0);
  });

  test('staff try the accounts at once, and see which of them a source refuses', async () => {
    sources.github.behaviour = { kind: 'bad_token' };
    const accounts = async () => {
      const { results } = listServiceAccounts.answer.parse(await staff.get(`${listServiceAccounts.path}?limit=100`));
      return results.filter(({ source_type }) => source_type !== 'telegram');
    };
    const ids = (await accounts()).map(({ id }) => id);
    expect(checkServiceAccounts.answer.parse(await staff.post(checkServiceAccounts.path, { ids }))).toEqual({ asked: 3 });
    const tried = await waitUntil('a crawler has tried every account', async () => {
      const all = await accounts();
      return all.every(({ check }) => check?.ended != null) && all;
    });
    expect(Object.fromEntries(tried.map(({ login, check }) => [login, check?.state]))).toEqual({
      'romashka-watch': 'refused',
      leakwatch: 'works',
      [sources.engine]: 'works',
    });
  });

  test('a second start of the demonstration finds the account of Telegram, and ends the session that it replaces', async () => {
    const ended = () => sources.telegram.requests.filter(({ method }) => method === 'auth.logOut').length;
    const before = ended();
    await signInTelegram(staff, sources);
    expect(ended()).toBe(before + 1);
  });
});
