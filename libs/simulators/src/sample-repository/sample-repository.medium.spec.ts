import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runGit } from '../git-http/scratch-repository.ts';
import { createSampleRepository, type SampleRepository } from './create-sample-repository.ts';

let folder: string;
let sample: SampleRepository;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leakwatch-sample-'));
  sample = await createSampleRepository(join(folder, 'sample.git'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

function git(...args: readonly string[]): string {
  return runGit(sample.directory, args).toString('utf8').trimEnd();
}

interface Seen {
  readonly oid: string;
  readonly path: string;
  readonly commit: string;
}

/** Every blob at its first introduction, oldest commit first. */
function firstIntroductions(): readonly Seen[] {
  const seen = new Map<string, Seen>();
  let commit = '';
  const log = git(
    '-c',
    'core.quotePath=false',
    'log',
    '--all',
    '--reverse',
    '--date-order',
    '-m',
    '--root',
    '--raw',
    '--no-abbrev',
    '--no-renames',
    '--format=commit %H',
  );
  for (const line of log.split('\n')) {
    if (line.startsWith('commit ')) commit = line.slice(7);
    const [, oid, path] = /^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) [AM]\t(.+)$/.exec(line) ?? [];
    if (oid !== undefined && path !== undefined && !seen.has(oid)) seen.set(oid, { oid, path, commit });
  }
  return [...seen.values()];
}

function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  if (bytes.includes(0)) return bytes.toString('latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}

function blobsOf(oids: readonly string[]): ReadonlyMap<string, Buffer> {
  const output = runGit(sample.directory, ['cat-file', '--batch'], `${oids.join('\n')}\n`);
  const blobs = new Map<string, Buffer>();
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at);
    const [oid = '', , size = '0'] = output.toString('latin1', at, end).split(' ');
    blobs.set(oid, output.subarray(end + 1, end + 1 + Number(size)));
    at = end + 2 + Number(size);
  }
  return blobs;
}

type Test = (text: string) => boolean;

const holds =
  (word: string): Test =>
  (text) =>
    text.toLowerCase().includes(word.toLowerCase());

function holdsDomain(domain: string): Test {
  const expression = new RegExp(`(?<![\\p{L}\\p{N}_-])${domain.replaceAll('.', '\\.')}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`, 'iu');
  return (text) => expression.test(text);
}

/** What each pattern asks of a document, as plainly as it can be written. */
function naivePatterns(): readonly { kind: string; patternText: string; name?: string; parts: readonly Test[] }[] {
  const { public_domains, internal_domains, keywords, regex_keywords } = sample.patterns;
  return [
    ...public_domains.patterns.flatMap((domain) =>
      public_domains.keywords.map((word) => ({
        kind: 'public_domain',
        patternText: `${domain} ${word}`,
        parts: [holdsDomain(domain), holds(word)],
      })),
    ),
    ...internal_domains.patterns.map((domain) => ({ kind: 'internal_domain', patternText: domain, parts: [holdsDomain(domain)] })),
    ...keywords.patterns.map((text) => {
      const words = text.split(' ');
      const name = words.find((word) => word.startsWith('filename:'))?.slice('filename:'.length);
      return {
        kind: 'keyword',
        patternText: text,
        ...(name !== undefined && { name }),
        parts: words.filter((word) => !word.startsWith('filename:')).map(holds),
      };
    }),
    ...regex_keywords.patterns.map((text) => ({
      kind: 'regex',
      patternText: text,
      parts: [(line: string) => new RegExp(text).test(line)],
    })),
  ];
}

function bruteForce(): readonly unknown[] {
  const found = new Map<string, unknown>();
  const introductions = firstIntroductions();
  const contents = blobsOf(introductions.map(({ oid }) => oid));
  for (const { oid, path, commit } of introductions) {
    const text = textOf(contents.get(oid) ?? Buffer.alloc(0));
    for (const { kind, patternText, name, parts } of naivePatterns()) {
      if (name !== undefined && path.slice(path.lastIndexOf('/') + 1).toLowerCase() !== name.toLowerCase()) continue;
      if (!parts.every((part) => part(text))) continue;
      const lines = text.split(/\r?\n/);
      const matching = lines.filter((line) => parts.some((part) => part(line)));
      const key = JSON.stringify([patternText, path, matching.map((line) => line.trim().toLowerCase())]);
      if (found.has(key)) continue;
      found.set(key, {
        kind,
        patternText,
        path,
        commit,
        line: lines.findIndex((line) => parts.some((part) => part(line))) + 1,
        lines: matching,
      });
    }
  }
  return [...found.values()];
}

const order = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

describe('createSampleRepository', () => {
  it('plants exactly what a brute-force search finds', () => {
    const planted = sample.planted.map(({ note: _note, ...leak }) => ({
      kind: leak.kind,
      patternText: leak.patternText,
      path: leak.path,
      commit: leak.commit,
      line: leak.line,
      lines: leak.lines,
    }));
    expect([...planted].sort(order)).toEqual([...bruteForce()].sort(order));
    expect(planted.length).toBeGreaterThanOrEqual(10);
    const reachable = git('rev-list', '--objects', '--all', '--filter=object:type=blob', '--filter-provided-objects');
    expect(firstIntroductions().length).toBe(reachable.split('\n').length);
  });

  it('has the history that the demonstration describes', () => {
    expect(Number(git('rev-list', '--all', '--count'))).toBe(sample.commits);
    expect(sample.commits).toBeGreaterThanOrEqual(200);
    expect(new Set(git('log', '--all', '--format=%an').split('\n')).size).toBeGreaterThanOrEqual(4);
    expect(git('rev-list', '--all', '--merges', '--count')).toBe('1');
    expect(git('for-each-ref', '--format=%(refname:short) %(objecttype)').split('\n').sort()).toEqual([
      'feature/billing commit',
      'hotfix/gateway commit',
      'main commit',
      'v1.4.0 tag',
    ]);
    expect(git('fsck', '--strict')).toBe('');
    const head = new Set(git('-c', 'core.quotePath=false', 'ls-tree', '-r', '--name-only', 'main').split('\n'));
    expect(['scripts/publish.sh', 'billing/client.py', 'release/keys.txt'].filter((path) => head.has(path))).toEqual([]);
    expect(head.has('gateway/hosts')).toBe(true);
  });

  it('is identical to the last byte each time', async () => {
    const refs = git('for-each-ref');
    const again = await createSampleRepository(join(folder, 'again.git'));
    expect(runGit(again.directory, ['for-each-ref']).toString().trimEnd()).toBe(refs);
    expect(again.planted).toEqual(sample.planted);
  });
});
