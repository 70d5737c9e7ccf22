import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { MatchingPool } from '@leakwatch/matching';
import { CallerSigner, type Foundation, newId, openFoundation, SCHEDULER, ServiceClients } from '@leakwatch/platform';
import { openGitStage, runGit } from '@leakwatch/simulators';
import { createTestEnvironment, type TestEnvironment } from '@leakwatch/testing';
import type { Pattern } from '@leakwatch/vocabulary';
import { NOTHING_KEPT } from '../../evidence/kept-contents.ts';
import { readMarks } from '../../coverage/scan-marks.store.ts';
import { addToLedger, countLedger } from '../../repositories/ledger/blob-ledger.store.ts';
import type { BlobIntroduction } from '../../repositories/ledger/introduction-parser.ts';
import { listBlobs } from '../../repositories/ledger/list-blobs.ts';
import { readTips } from '../../repositories/ledger/tips.ts';
import { mirrorFor } from '../../repositories/mirrors/mirror.store.ts';
import { SCREENING_PROGRAM } from '../../screening/screening-jobs.ts';
import { crawlerService } from '../../service.ts';
import { type GitStream, RepositoryReader } from './repository-reader.ts';
import { scanRepository } from './scan-repository.ts';

jest.setTimeout(300_000);

const pattern = (kind: Pattern['kind'], text: string): Pattern => ({ id: newId(), kind, text });
const FIRST = [
  pattern('deep', 'dolphin'),
  pattern('internal_domain', 'corp.example'),
  pattern('keyword', 'filename:.env'),
  pattern('keyword', 'filename:id_rsa lantern'),
  pattern('regex', 'key=[0-9a-f]{8}'),
];
const LATER = pattern('deep', 'lantern');

/** Forty files in versions; some hold something, one content comes under several names. */
function filesOf(version: number): Record<string, string> {
  const lines = (file: number) => Array.from({ length: 60 }, (_, line) => `line ${line} of ${file} ${Math.sin(line * file)}`);
  const files: Record<string, string> = {
    '.env': `MODE=${version}\n`,
    [`keys/id_rsa`]: 'a lantern\n',
    [`copy-${version}/lantern.txt`]: 'a lantern\n',
  };
  for (let file = 0; file < 40; file++) {
    const text = lines(file);
    text[(version * 7 + file) % 60] = `changed in ${version}`;
    if (file % 9 === 0) text[20] = version % 2 === 0 ? 'a dolphin swims' : 'no fish';
    if (file % 11 === 0) text[30] = `host.corp.example${version === 2 ? '-x' : ''} key=0123abc${version}`;
    files[`src/file-${file}.txt`] = text.join('\n');
  }
  return files;
}

describe('a scan that screens the ledger', () => {
  let environment: TestEnvironment;
  let foundation: Foundation<Parameters<typeof crawlerService.at>[0]>;
  let pool: MatchingPool;
  beforeAll(async () => {
    environment = await createTestEnvironment();
    foundation = await openFoundation(crawlerService, environment.env);
    pool = new MatchingPool({ threads: 2, program: SCREENING_PROGRAM });
  });
  afterAll(async () => {
    await pool.close();
    await foundation.close();
    await environment.drop();
  });

  /** One mirror in the database with what its scans found; `screens` or reads every blob through git. */
  async function begin(directory: string, screens: boolean) {
    const { database, settings } = foundation;
    const id = await database.inScope(SCHEDULER, (em) => mirrorFor(em, `https://git.example/${newId()}.git`, '', newId()));
    const stream: GitStream = { mirrorId: id, directory, damage: undefined };
    const reader = new RepositoryReader(database, settings, new ServiceClients(settings, new CallerSigner(settings.LEAKWATCH_SECRET)));
    const base = { organisation_id: newId(), task_id: newId(), launch_id: newId(), source_type: 'git_repo' as const };
    const list = async () => {
      const all: BlobIntroduction[] = [];
      for await (const introduction of listBlobs({ directory, tips: await readTips(directory) })) all.push(introduction);
      await database.inScope(SCHEDULER, (em) => addToLedger(em, { id, organisation_id: null }, all));
    };
    const scan = async (patterns: readonly Pattern[]) => {
      const set = await pool.open(id, patterns);
      const findings: unknown[] = [];
      let read = 0;
      try {
        await scanRepository({
          database,
          bus: {
            publish: async (_, messages) => {
              for (const { payload } of messages) findings.push(payload);
            },
          },
          keep: { run: async () => NOTHING_KEPT },
          reader: {
            async *documents(of, from, signal, options) {
              for await (const document of reader.documents(of, from, signal, screens ? options : {})) {
                read += document.bytes === undefined ? 0 : 1;
                yield document;
              }
            },
          },
          stream,
          watch: { set, patterns: new Map(patterns.map((one) => [one.id, one])) },
          base: { ...base, container: { key: 'k', title: 't', url: 'https://git.example/t', owner: '' } },
          signal: new AbortController().signal,
          onCommitted: () => undefined,
        });
      } finally {
        set.close();
      }
      const counts = await database.inScope(SCHEDULER, (em) => countLedger(em, id, '0'));
      const marks = await database.inScope(SCHEDULER, (em) =>
        readMarks(
          em,
          id,
          patterns.map((one) => one.id),
        ),
      );
      const [first] = marks.values();
      return { findings: findings.map(withoutIds), read, counts, isEven: [...marks.values()].every((mark) => mark === first && mark > 0n) };
    };
    return { list, scan };
  }

  it('finds what a scan that reads every blob finds, in the same order, from the first launch to a later one with more patterns', async () => {
    const stage = await openGitStage();
    try {
      const directory = join(stage.scratch.directory, '.git');
      for (let version = 0; version < 4; version++) stage.scratch.commit(filesOf(version));
      runGit(directory, ['repack', '-adfq', '--depth=20']);
      const both = [await begin(directory, true), await begin(directory, false)] as const;
      const compare = async (patterns: readonly Pattern[]) => {
        for (const one of both) await one.list();
        const screened = await both[0].scan(patterns);
        const plain = await both[1].scan(patterns);
        expect({ ...screened, read: 0 }).toEqual({ ...plain, read: 0 });
        expect(screened.isEven).toBe(true);
        expect(screened.findings.length).toBeGreaterThan(0);
        expect(plain.read).toBeGreaterThan(64);
        expect(screened.read).toBeLessThan(plain.read / 2);
      };
      await compare(FIRST);
      for (let version = 4; version < 7; version++) stage.scratch.commit(filesOf(version));
      runGit(directory, ['repack', '-dq']);
      await compare(FIRST);
      await compare([...FIRST, LATER]);
    } finally {
      await stage.close();
    }
  });
});

/** What differs between two scans of the same content. */
const OWN = new Set(['organisation_id', 'task_id', 'launch_id', 'found_at']);

function withoutIds(finding: unknown): unknown {
  return Object.fromEntries(Object.entries(finding ?? {}).filter(([key]) => !OWN.has(key)));
}
