import { setTimeout as sleep } from 'node:timers/promises';
import { chartInfo, createTask, type EventRow, listEvents, listTaskOptions, revealEvent } from '@leakwatch/contracts';
import type { GitHttpServer } from '@leakwatch/simulators';
import { asConsole, ask, type Cookies, signIn } from '../product/api.ts';
import { makeCompany } from '../product/make-company.ts';
import { PASSWORD } from '../product/product.ts';
import { type Leak, type Organisation, REPOSITORIES, SHARED_WORD, wordOf } from './planted-world.ts';

/** A fact travels from admin to the tasks service in well under a second. */
const KNOWN_MS = 120_000;
const PAGE = 1_000;

const emailOf = (organisation: Organisation) => `user@${organisation.toLowerCase()}.example`;

/** Creates the organisation and starts its tasks: two that share its repositories, each with a word of its own, and one for Pastebin. */
export async function makeOrganisationWithTasks(
  base: string,
  staff: Cookies,
  organisation: Organisation,
  git: GitHttpServer,
): Promise<void> {
  const cookies = await makeCompany(base, staff, { name: organisation, email: emailOf(organisation), taskLimit: 5 });
  const searching = (...words: readonly string[]) => ({ keywords: { patterns: words } });
  const onRepositories = (word: string) => ({
    title: `Repositories, ${word}`,
    patterns: searching(word),
    git_monitoring: true,
    git_repository_observer: { account_name: organisation, source_type: 'custom' },
    git_repositories: REPOSITORIES[organisation].map((name) => ({
      repo_title: name,
      repo_url: git.url(`/${name}.git`),
      repo_default_branch: 'main',
      git_remote_url: git.url(`/${name}.git`),
      repo_remote_source: 'custom',
    })),
  });
  const onPastebin = {
    title: 'Pastebin',
    patterns: searching(wordOf(organisation), SHARED_WORD),
    sources: [{ source_type: 'pastebin', search_type: 'by_code', active: true, status: true, tg_channels: [] }],
  };
  for (const body of [onRepositories(wordOf(organisation)), onRepositories(SHARED_WORD), onPastebin]) {
    const id = await createOnceKnown(base, cookies, body);
    const started = await ask(base, 'POST', `/api/tasks/${id}/start/`, asConsole(cookies));
    if (started.status !== 200) throw new Error(`a task of ${organisation} was not started: ${started.code}`);
  }
}

async function createOnceKnown(base: string, cookies: Cookies, body: object): Promise<string> {
  const deadline = Date.now() + KNOWN_MS;
  for (;;) {
    const answer = await ask(base, 'POST', createTask.path, asConsole(cookies, body));
    if (answer.status === 200) return createTask.answer.parse(answer.body).id;
    if (answer.code !== 'organisation_unknown' || Date.now() > deadline) throw new Error(`a task was not created: ${answer.code}`);
    await sleep(200);
  }
}

/** Events of an organisation whose values its user asks to see; within the limit of an account. */
const REVEALS = 10;

/** The user of an organisation looks at the values of some events. Returns how many: each is one record of the audit trail. */
export async function revealSome(base: string, organisation: Organisation): Promise<number> {
  const cookies = await signIn(base, emailOf(organisation), PASSWORD);
  const listed = await ask(base, 'GET', `${listEvents.path}?status=all&limit=${REVEALS}`, asConsole(cookies));
  const { results } = listEvents.answer.parse(listed.body);
  for (const { id } of results) {
    const { status, code } = await ask(base, revealEvent.method, revealEvent.path.replace('{id}', id), asConsole(cookies));
    if (status !== 200) throw new Error(`an event of ${organisation} was not revealed: ${code}`);
  }
  return results.length;
}

/** What the user of an organisation is shown. */
export interface Shown {
  readonly events: readonly Leak[];
  /** Counters that differ from the number of listed events: a message was handled twice or not at all. */
  readonly miscounted: readonly string[];
}

export async function shownTo(base: string, organisation: Organisation): Promise<Shown> {
  const cookies = await signIn(base, emailOf(organisation), PASSWORD);
  const get = async (path: string) => (await ask(base, 'GET', path, asConsole(cookies))).body;
  const rows: EventRow[] = [];
  for (;;) {
    const { count, results } = listEvents.answer.parse(await get(`${listEvents.path}?status=all&limit=${PAGE}&offset=${rows.length}`));
    rows.push(...results);
    if (results.length === 0 || rows.length >= count) break;
  }
  const miscounted: string[] = [];
  for (const { id, title } of listTaskOptions.answer.parse(await get(listTaskOptions.path))) {
    const { patterns } = chartInfo.answer.parse(await get(chartInfo.path.replace('{id}', id)));
    for (const { pattern, pattern_count } of patterns) {
      const listed = rows.filter((row) => row.task === id && row.pattern === pattern).length;
      if (listed !== pattern_count)
        miscounted.push(`${organisation}, ${title}, ${pattern}: ${pattern_count} in the chart, ${listed} listed`);
    }
  }
  const events = rows.map(({ source_type: source, pattern, file_path, commit }) => ({
    ...{ organisation, source, pattern },
    path: file_path,
    commit: commit ?? '',
  }));
  return { events, miscounted };
}
