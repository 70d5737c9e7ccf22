import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  FastImport,
  type GitHttpServer,
  type PastebinApi,
  type SimulatedPaste,
  startGitHttpServer,
  startPastebinApi,
} from '@leakwatch/simulators';

/** A leak where it is planted, or an event where it was found: equal when they are the same. */
export interface Leak {
  readonly organisation: string;
  readonly source: string;
  readonly pattern: string;
  readonly path: string;
  /** The commit that brought it; empty outside git. */
  readonly commit: string;
}

export const ORGANISATIONS = ['Astra', 'Berkut', 'Vega'] as const;
export type Organisation = (typeof ORGANISATIONS)[number];

/** Every organisation searches for it, so that each of its places is a leak of all three. */
export const SHARED_WORD = 'shared_canary';
export const wordOf = (organisation: Organisation) => `${organisation.toLowerCase()}_canary`;

/** The repositories that an organisation's task reads. `common` is read by two, so that they share its mirror. */
export const REPOSITORIES: Readonly<Record<Organisation, readonly string[]>> = {
  Astra: ['astra', 'common'],
  Berkut: ['berkut', 'common'],
  Vega: ['vega'],
};
const ALL_REPOSITORIES = ['astra', 'berkut', 'vega', 'common'];

const FILES_A_COMMIT = 12;
/** A scan commits after 200 findings, so that this takes several commits. */
const LARGE_COMMIT = 1_200;
/** Of the first commit and paste, in seconds since 1970. */
const FIRST_DATE = 1_795_000_000;
const AUTHOR = { name: 'Planter', email: 'planter@dev.example' };

/** One of each organisation, and the shared one: the words of the first files of a commit. */
const WORDS: readonly string[] = [...ORGANISATIONS.map(wordOf), SHARED_WORD];
const searchedBy = (word: string): readonly Organisation[] => ORGANISATIONS.filter((one) => word === SHARED_WORD || word === wordOf(one));
const contentOf = (name: string, word: string | undefined) => `# ${name}\n${word === undefined ? 'nothing' : `${word} = 1`}\n`;

interface Planted {
  readonly source: 'git_repo' | 'pastebin';
  readonly repository: string;
  readonly path: string;
  readonly word: string;
}

/**
 * Servers with repositories and pastes that grow while they are read, and the leaks that they hold. The first commits are there at once;
 * pastes come with `grow`, because a stream is not read back to before a task was started.
 */
export class PlantedWorld {
  readonly git: GitHttpServer;
  private readonly root: string;
  private readonly pastebin: PastebinApi;
  private readonly planted: Planted[] = [];
  private rounds = 0;

  private constructor(root: string, git: GitHttpServer, pastebin: PastebinApi) {
    this.root = root;
    this.git = git;
    this.pastebin = pastebin;
  }

  static async start(root: string): Promise<PlantedWorld> {
    for (const repository of ALL_REPOSITORIES) mkdirSync(join(root, `${repository}.git`), { recursive: true });
    const world = new PlantedWorld(root, await startGitHttpServer({ root }), await startPastebinApi({ pastes: [] }));
    world.commitAll();
    return world;
  }

  /** Settings with which an installation reads the simulated Pastebin. */
  get env(): NodeJS.ProcessEnv {
    return { PASTEBIN_API_URL: this.pastebin.origin };
  }

  /** Adds a commit to each repository, and a paste: the scraping API allows one request a second. */
  grow(): void {
    const round = this.rounds;
    this.commitAll();
    const path = `paste ${round}`;
    const word = WORDS[round % WORDS.length] ?? SHARED_WORD;
    this.pastebin.pastes.unshift(paste(path, round, contentOf(path, word)));
    this.planted.push({ source: 'pastebin', repository: '', path, word });
  }

  /** Every leak so far, once for each organisation that searches for its word there. */
  leaks(): readonly Leak[] {
    const commits = new Map(ALL_REPOSITORIES.map((repository) => [repository, this.commitsOf(repository)]));
    return this.planted.flatMap(({ source, repository, path, word }) =>
      searchedBy(word)
        .filter((organisation) => source === 'pastebin' || REPOSITORIES[organisation].includes(repository))
        .map((organisation) => ({ organisation, source, pattern: word, path, commit: commits.get(repository)?.get(path) ?? '' })),
    );
  }

  async close(): Promise<void> {
    await this.git.close();
    await this.pastebin.close();
  }

  /** Adds a commit whose scan takes a while: every file is a leak. */
  growMuch(): void {
    const words = Array.from({ length: LARGE_COMMIT }, () => wordOf('Vega'));
    this.commit('vega', this.rounds, words);
    this.rounds += 1;
  }

  private commitAll(): void {
    const words = Array.from({ length: FILES_A_COMMIT }, (_, at) => WORDS[at]);
    for (const repository of ALL_REPOSITORIES) this.commit(repository, this.rounds, words);
    this.rounds += 1;
  }

  private commit(repository: string, round: number, words: readonly (string | undefined)[]): void {
    const files = words.map((word, at) => ({ path: `${repository}/${round}/file${at}.txt`, word }));
    const history = new FastImport();
    history.commit({
      branch: 'main',
      author: AUTHOR,
      time: FIRST_DATE + round,
      message: `round ${round}`,
      files: Object.fromEntries(files.map(({ path, word }) => [path, contentOf(path, word)])),
      ...(round > 0 && { from: 'branch' as const }),
    });
    history.run(this.directory(repository));
    for (const { path, word } of files) if (word !== undefined) this.planted.push({ source: 'git_repo', repository, path, word });
  }

  /** The commit that brought each path, by git's own account. */
  private commitsOf(repository: string): ReadonlyMap<string, string> {
    const log = execFileSync('git', ['-C', this.directory(repository), 'log', '--format=@%H', '--name-only', 'main'], { encoding: 'utf8' });
    return new Map(
      log.split('\n@').flatMap((part) => {
        const [commit = '', ...paths] = part.replace(/^@/, '').split('\n');
        return paths.filter((path) => path !== '').map((path): [string, string] => [path, commit]);
      }),
    );
  }

  private directory(repository: string): string {
    return join(this.root, `${repository}.git`);
  }
}

function paste(title: string, seconds: number, body: string): SimulatedPaste {
  const key = `P${String(seconds).padStart(7, '0')}`;
  return { key, title, date: FIRST_DATE + seconds, body: Buffer.from(body) };
}
