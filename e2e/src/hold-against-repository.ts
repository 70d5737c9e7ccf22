// Holds the product against an independent search over a repository of any size:
//   npm run hold-against -- <folder of a bare repository> <word> [<word> ...]
// Starts the product in a home of its own, serves the repository over HTTP, has it scanned for the words, and compares
// what was found, blob by blob, with a plain search through every blob that git lists. Prints the crawler's memory.
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findingsV1, getTask } from '@leakwatch/contracts';
import pg from 'pg';
import { asConsole, ask, signIn } from './product/api.ts';
import { makeCompany } from './product/make-company.ts';
import { startProduct } from './product/product.ts';
import { startGitHttpServer } from '@leakwatch/simulators';

const [repository = '', ...words] = process.argv.slice(2);
const MIB = 1024 * 1024;
const SAMPLE_MS = 200;
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Every blob that any ref reaches. */
function blobsOf(directory: string): string[] {
  const git = (args: string[], input?: string) =>
    execFileSync('git', ['-C', directory, ...args], { encoding: 'utf8', maxBuffer: 2 ** 30, ...(input !== undefined && { input }) });
  const objects = git(['rev-list', '--all', '--objects', '--no-object-names']);
  return git(['cat-file', '--batch-check=%(objecttype) %(objectname)'], objects)
    .split('\n')
    .filter((line) => line.startsWith('blob '))
    .map((line) => line.slice(5));
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });
const OTHERS = ['utf-8', 'windows-1251', 'koi8-r', 'ibm866', 'utf-16le', 'utf-16be'].map((encoding) => new TextDecoder(encoding));

/** A blob as text: in UTF-8 where it is that throughout, else in every encoding in which words are found. */
function readingsOf(bytes: Buffer): readonly string[] {
  try {
    return [UTF8.decode(bytes).toLowerCase()];
  } catch {
    return OTHERS.map((decoder) => decoder.decode(bytes).toLowerCase());
  }
}

/** `word oid` for each blob that holds a word, or each of several with spaces between them; letter case ignored. Uses no code of the product. */
async function searchPlainly(directory: string, blobs: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  const git = spawn('git', ['-C', directory, 'cat-file', '--batch'], { stdio: ['pipe', 'pipe', 'inherit'] });
  git.stdin.end(`${blobs.join('\n')}\n`);
  let rest = Buffer.alloc(0);
  const waiting: Buffer[] = [];
  let [size, wanted] = [0, 0];
  for await (const chunk of git.stdout) {
    waiting.push(chunk as Buffer);
    size += waiting.at(-1)?.length ?? 0;
    // A large blob is joined once, not with each of its chunks.
    if (size < wanted) continue;
    rest = Buffer.concat([rest, ...waiting.splice(0)]);
    for (;;) {
      wanted = 0;
      const end = rest.indexOf(10);
      if (end < 0) break;
      const [oid = '', _type, length = '0'] = rest.subarray(0, end).toString('latin1').split(' ');
      const after = end + 1 + Number(length) + 1;
      wanted = after;
      if (rest.length < after) break;
      const readings = readingsOf(rest.subarray(end + 1, after - 1));
      const holds = (part: string) => readings.some((text) => text.includes(part));
      for (const word of words) if (word.toLowerCase().split(' ').every(holds)) found.add(`${word} ${oid}`);
      rest = rest.subarray(after);
    }
    size = rest.length;
  }
  return found;
}

const field = (pid: number | string, file: 'status' | 'smaps_rollup', name: string): number => {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};

/** Memory of a process and its descendants in KiB; shared pages count once. */
function familyKib(pid: number): number {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((child) => [child, field(child, 'status', 'PPid')] as const);
  const below = (parent: number): number =>
    parents.filter(([, of]) => of === parent).reduce((sum, [child]) => sum + field(child, 'smaps_rollup', 'Pss') + below(Number(child)), 0);
  return field(pid, 'smaps_rollup', 'Pss') + below(pid);
}

const product = await startProduct();
const git = await startGitHttpServer({ root: dirname(repository) });
try {
  const { url } = product.ready;
  const staff = await signIn(url, product.ready.adminEmail, product.ready.adminPassword);
  const user = await makeCompany(url, staff, { name: 'Holding', email: 'holding@example.org', taskLimit: 5 });
  const remote = git.url(`/${basename(repository)}`);
  const task = {
    title: 'Held against git',
    patterns: { keywords: { patterns: words } },
    git_monitoring: true,
    git_repository_observer: { account_name: 'a', source_type: 'custom' },
    git_repositories: [
      { repo_title: 'r', repo_url: remote, repo_default_branch: 'main', git_remote_url: remote, repo_remote_source: 'custom' },
    ],
  };
  let id = '';
  // Until the tasks service has received the organisation.
  for (let tries = 0; id === '' && tries < 100; tries += 1) {
    const { body } = await ask(url, 'POST', '/api/tasks/', asConsole(user, task));
    if (typeof body === 'object' && body !== null && 'id' in body) id = String(body.id);
    else await sleep(SAMPLE_MS);
  }
  await ask(url, 'POST', `/api/tasks/${id}/start/`, asConsole(user));
  const started = performance.now();
  const crawler = product.ready.services.pid('crawler') ?? 0;
  let family = 0;
  let state: string;
  do {
    await sleep(SAMPLE_MS);
    family = Math.max(family, familyKib(crawler));
    const [repositoryState] = getTask.answer.parse((await ask(url, 'GET', `/api/tasks/${id}/`, asConsole(user))).body).git_repositories;
    state = repositoryState?.status ?? '';
  } while (state !== 'ready_to_search' && state !== 'repository_error');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const database = new pg.Client({ connectionString: product.ready.databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ payload: unknown }>('select payload from bus.message where topic = $1', [findingsV1.topic]);
  await database.end();
  const told = rows.map((row) => findingsV1.schema.parse(row.payload)).filter((finding) => finding.task_id === id);
  const found = told.map((finding) => `${finding.pattern.text} ${finding.document.version}`);
  const blobs = blobsOf(repository);
  const expected = await searchPlainly(repository, blobs);
  const missed = [...expected].filter((one) => !found.includes(one));
  const extra = found.filter((one) => !expected.has(one));
  say(`${state} after ${seconds} s; ${blobs.length} blobs; ${expected.size} pairs of word and blob by the plain search`);
  say(`found ${found.length}, missed ${missed.length}, told twice ${found.length - new Set(found).size}, not there ${extra.length}`);
  say(
    `crawler: ${(field(crawler, 'status', 'VmHWM') / 1024).toFixed(0)} MiB at its highest, ${((family * 1024) / MIB).toFixed(0)} MiB with its git processes`,
  );
  for (const one of [...missed, ...extra].slice(0, 10)) say(`  ${one}`);
  process.exitCode = missed.length + extra.length + (found.length - new Set(found).size) === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}
await git.close();
await product.stop();
process.exit();
