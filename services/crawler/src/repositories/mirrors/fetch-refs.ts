import { askGit, type GitCall, type GitConnection } from '../git/git-connection.ts';
import { DETACHED_HEAD, REMOTE_REFS } from './local-refs.ts';
import { isShallow } from './mirror-directory.ts';

/** Percent of the whole update, 0-100. */
export type FetchProgress = (percent: number) => void;

/** Share of each stage of git's progress in an update, in percent; most time is spent receiving. */
const STAGES: Readonly<Record<string, readonly [from: number, to: number]>> = {
  remote: [1, 10],
  receiving: [10, 75],
  unpacking: [10, 75],
  resolving: [75, 98],
};

const FETCH = [
  'fetch',
  '--progress',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-auto-maintenance',
  '--no-recurse-submodules',
  '--update-shallow',
];

/** Fetches every ref of the remote with force, and deletes refs that the remote no longer has; their objects stay. */
export async function fetchRefs(
  connection: GitConnection,
  options: { readonly detached: boolean; readonly onProgress: FetchProgress },
): Promise<void> {
  const specs = [`+refs/*:${REMOTE_REFS}*`, ...(options.detached ? [`+HEAD:${DETACHED_HEAD}`] : [])];
  await fetchSpecs(connection, specs, { args: ['--prune', '--force'], onProgress: options.onProgress });
}

/**
 * One `git fetch` with refspecs on its standard input, because there may be more than an argument list can hold.
 * @param options.args further arguments of git fetch
 */
export async function fetchSpecs(
  connection: GitConnection,
  specs: readonly string[],
  options: {
    readonly args?: readonly string[];
    readonly settings?: GitCall['settings'];
    readonly variables?: GitCall['variables'];
    readonly onProgress?: FetchProgress;
  } = {},
): Promise<void> {
  const { onProgress } = options;
  // Salvaging may have left a shallow history. A remote that is shallow itself answers with what it has.
  const whole = isShallow(connection.directory) && !options.args?.some((arg) => arg.startsWith('--depth')) ? ['--unshallow'] : [];
  await askGit(connection, {
    args: [...FETCH, ...(options.args ?? []), ...whole, ...connection.remoteArgs, '--stdin', '--', connection.url],
    input: [`${specs.join('\n')}\n`],
    ...(options.settings && { settings: options.settings }),
    ...(options.variables && { variables: options.variables }),
    ...(onProgress && {
      onProgress: (stage: string, percent: number) => {
        const part = STAGES[stage];
        if (part) onProgress(part[0] + ((part[1] - part[0]) * percent) / 100);
      },
    }),
  });
}
