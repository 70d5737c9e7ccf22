import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runGit } from '@leakwatch/simulators';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LISTING_LIMITS, type ListingLimits } from '../git/git-limits.ts';
import { listBlobs } from '../ledger/list-blobs.ts';
import { readTips } from '../ledger/tips.ts';

const MEBIBYTE = 1024 * 1024;
const PEOPLE = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@dev.example',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@dev.example',
};

let directory: string;
const git = (args: readonly string[], input?: string | Buffer) => runGit(directory, args, input, PEOPLE).toString().trim();
const put = (content: string) => git(['hash-object', '-w', '--stdin'], content);
const commit = (tree: string, ...parents: string[]) =>
  git(['commit-tree', '-m', 'x', ...parents.flatMap((parent) => ['-p', parent]), tree]);

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'leakwatch-limits-'));
  git(['init', '--quiet', '--bare']);
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** A tree of ten entries that name the same tree below, down to one blob: ten to the power of `levels` paths in a few KB. */
function bomb(levels: number, blob: string): string {
  let entry = `100644 blob ${blob}`;
  for (let level = 0; level < levels; level += 1) {
    const tree = git(['mktree', '-z'], Array.from({ length: 10 }, (_, index) => `${entry}\tn${index}\0`).join(''));
    entry = `040000 tree ${tree}`;
  }
  return entry.split(' ')[2] ?? '';
}

interface Listed {
  readonly failures: readonly string[];
  readonly oids: ReadonlySet<string>;
  readonly paths: number;
}

async function list(limits: Partial<ListingLimits>, each: () => Promise<void> = async () => undefined): Promise<Listed> {
  const failures: string[] = [];
  const oids = new Set<string>();
  let paths = 0;
  const listing = listBlobs({
    directory,
    tips: await readTips(directory),
    limits: { ...LISTING_LIMITS, ...limits },
    onDamage: (error) => failures.push(error.code),
  });
  for await (const blobs of listing) {
    for (const blob of blobs) {
      oids.add(blob.oid);
      if (blob.path !== undefined) paths += 1;
    }
    await each();
  }
  return { failures, oids, paths };
}

describe('a repository of a few KB with a million paths', () => {
  let leak: string;
  beforeEach(() => {
    leak = put('the leak');
    git(['update-ref', 'refs/heads/main', commit(bomb(6, leak))]);
  });

  it('is listed whole within the limits of large repositories', async () => {
    expect(await list({})).toEqual({ failures: [], oids: new Set([leak]), paths: 1_000_000 });
  });

  it('reaches the limit of memory; its blob is listed all the same', async () => {
    const { failures, oids } = await list({ process: { addressSpaceBytes: 128 * MEBIBYTE, cpuSeconds: 60 } });
    expect({ failures, oids }).toEqual({ failures: ['memory_over_bound'], oids: new Set([leak]) });
  });

  it('reaches the limit of processor time; its blob is listed all the same', async () => {
    const { failures, oids } = await list({ process: { ...LISTING_LIMITS.process, cpuSeconds: 1 } });
    expect({ failures, oids }).toEqual({ failures: ['time_over_bound'], oids: new Set([leak]) });
  });

  it('reaches the limit of introductions; its blob is listed all the same', async () => {
    expect(await list({ introductions: 5000 })).toEqual({ failures: ['files_over_bound'], oids: new Set([leak]), paths: 5000 });
  });
});

it('a listing that takes too long is ended, and reported', async () => {
  git(['update-ref', 'refs/heads/main', commit(bomb(4, put('the leak')))]);
  let first = true;
  const { failures } = await list({ milliseconds: 300 }, async () => {
    if (first) await sleep(600);
    first = false;
  });
  expect(failures).toEqual(['time_over_bound']);
});

it('a path longer than any file system allows is not held in memory; its blob is listed all the same', async () => {
  const [before, long] = [put('before'), put('long')];
  const first = commit(git(['mktree', '-z'], `100644 blob ${before}\tbefore\0`));
  const tree = git(['mktree', '-z'], `100644 blob ${long}\t${'x'.repeat(8 * MEBIBYTE)}\0`);
  git(['update-ref', 'refs/heads/main', commit(tree, first)]);
  expect(await list({})).toEqual({ failures: ['names_over_bound'], oids: new Set([before, long]), paths: 1 });
});

it('the history of many commits is listed in order over several git processes', async () => {
  const lines: string[] = [];
  for (let mark = 1; mark <= 26_000; mark += 1)
    lines.push(
      `commit refs/heads/main\ncommitter a <a@dev.example> ${1_600_000_000 + mark} +0000\ndata 1\nx\nM 100644 inline f\ndata 5\n${String(mark).padStart(5, '0')}\n`,
    );
  git(['fast-import', '--quiet'], lines.join(''));
  const dates: number[] = [];
  const oids = new Set<string>();
  for await (const blobs of listBlobs({ directory, tips: await readTips(directory) })) {
    for (const { oid, date } of blobs) {
      oids.add(oid);
      dates.push(date?.getTime() ?? 0);
    }
  }
  expect(oids.size).toBe(26_000);
  expect(dates).toEqual(dates.toSorted((a, b) => a - b));
});
