import { afterEach, describe, expect, it } from '@jest/globals';
import { newId } from '@leakwatch/platform';
import type { GitHttpBehaviour } from '@leakwatch/simulators';
import { everySource, FEW, numbers } from './every-source.fixture.ts';
import { GitDrive } from './git-drive.fixture.ts';
import { ALPHA } from './subject.fixture.ts';

describe('git_repo', () => {
  let drive: GitDrive;
  const close = () => drive.close();
  const open = async (documents = FEW): Promise<GitDrive> => (drive = await GitDrive.open(documents));
  const all = () => numbers(FEW).map((number) => drive.subject.pathOf(number));
  const credentials = { username: 'reader', password: 'of the repository' };

  describe('a source', () => {
    everySource(open, close);
  });

  describe('an upstream', () => {
    afterEach(close);

    it.each<[GitHttpBehaviour]>([
      [{ kind: 'status', status: 502 }],
      [{ kind: 'status', status: 429 }],
      [{ kind: 'truncated' }],
      [{ kind: 'truncated', keepBytes: 0 }],
      [{ kind: 'web_page' }],
      [{ kind: 'redirect', status: 302, to: 'http://127.0.0.1:9/elsewhere' }],
      [{ kind: 'private', ...credentials }],
    ])('that answers like this ends the launch with its code, and loses nothing: %j', async (behaviour) => {
      await open();
      const task = await drive.save(ALPHA);
      drive.suffer(behaviour);
      const launch = await drive.launch(task);
      await drive.workAndReport();
      const { ends } = await drive.reports(launch);
      expect(ends).toMatchObject([{ outcome: 'failed', repositories: [{ status: 'repository_error' }] }]);
      expect(ends[0]?.error_code).toBe(ends[0]?.repositories?.[0]?.error_code);
      expect(ends[0]?.error_code).not.toBe('attempts_exhausted');
      drive.suffer({ kind: 'plain' });
      await drive.launch(task);
      await drive.workAndReport();
      expect(await drive.found(task)).toEqual(all());
    });

    it('of which an answer is damaged is read as far as it can be, and whole afterwards', async () => {
      await open();
      const task = await drive.save(ALPHA);
      drive.suffer({ kind: 'damaged' });
      await drive.launch(task);
      await drive.workAndReport();
      expect(all()).toEqual(expect.arrayContaining(await drive.found(task)));
      drive.suffer({ kind: 'plain' });
      await drive.launch(task);
      await drive.workAndReport();
      expect(await drive.found(task)).toEqual(all());
    });

    it('what an organisation reads with its own credentials reaches no other', async () => {
      await open();
      drive.suffer({ kind: 'private', ...credentials });
      const [mine, other] = [await drive.save(ALPHA, {}, newId()), await drive.save(ALPHA)];
      const [repository] = mine.repositories;
      drive.crawler.credentials.set(repository?.id ?? '', credentials);
      const launches = [await drive.launch(mine), await drive.launch(other)];
      await drive.workAndReport();
      expect([await drive.found(mine), await drive.found(other)]).toEqual([all(), []]);
      expect((await drive.reports(launches[1] ?? '')).ends).toMatchObject([{ outcome: 'failed' }]);
    });
  });
});
