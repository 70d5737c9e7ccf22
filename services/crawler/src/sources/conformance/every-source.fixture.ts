import { afterEach, expect, it } from '@jest/globals';
import type { Drive } from './drive.fixture.ts';
import { ALPHA, BETA } from './subject.fixture.ts';

export const FEW = 3;
export const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
const isOdd = (number: number) => number % 2 === 1;

/** Coverage is the truth about these documents. */
export async function expectCoverage(drive: Drive, documents: readonly number[]): Promise<void> {
  const covered = await drive.covered();
  expect(covered).not.toEqual([]);
  for (const { onlyOdd, total, read, isWhole } of covered) {
    const truth = onlyOdd ? documents.filter(isOdd).length : documents.length;
    expect([read, isWhole]).toEqual([truth, true]);
    expect([null, truth]).toContain(total);
  }
}

/** What every source must do, whatever runs it. `open` begins with that many documents. */
export function everySource(open: (documents: number) => Promise<Drive>, close: () => Promise<void>): void {
  let drive: Drive;
  afterEach(close);
  const paths = (wanted: readonly number[]) => wanted.map((number) => drive.subject.pathOf(number)).sort();

  it('finds everything once, each organisation its own, and counts the truth; the next launch fetches nothing', async () => {
    drive = await open(5);
    const [all, odd] = [await drive.save(ALPHA), await drive.save(BETA)];
    const launches = [await drive.launch(all), await drive.launch(odd)];
    await drive.workAndReport();
    for (const launch of launches) {
      const { progress, ends } = await drive.reports(launch);
      const percents = progress.map((report) => report.progress);
      expect(percents).toEqual([...percents].sort((one, other) => one - other));
      expect(ends).toMatchObject([{ outcome: 'done', error_code: null }]);
    }
    expect(await drive.found(all)).toEqual(paths(numbers(5)));
    expect(await drive.found(odd)).toEqual(paths([1, 3]));
    const { asks, fetches } = drive;
    expect(fetches).toBeGreaterThanOrEqual(5);
    expect(fetches).toBeLessThanOrEqual(drive.readsOnce ? 5 : 10);
    await expectCoverage(drive, numbers(5));

    await drive.launch(all);
    await drive.launch(odd);
    await drive.workAndReport();
    expect([drive.asks <= 2 * asks, drive.fetches]).toEqual([true, fetches]);
    drive.subject.put(5);
    await drive.launch(all);
    await drive.launch(odd);
    await drive.workAndReport();
    expect(drive.fetches).toBe(fetches + 1);
    expect([await drive.found(all), await drive.found(odd)]).toEqual([paths(numbers(6)), paths([1, 3, 5])]);
  });

  it('goes on after its worker was killed at any moment', async () => {
    drive = await open(FEW);
    for (let fatal = 1, killed = true; killed; fatal += 1) {
      await drive.empty();
      const task = await drive.save(ALPHA);
      const launch = await drive.launch(task);
      drive.watch = ({ number }) => {
        if (number === fatal) drive.worker.abort(new Error('killed'));
      };
      await drive.workAndReport();
      killed = drive.worker.signal.aborted;
      await drive.takeOver();
      await drive.workAndReport();
      expect((await drive.reports(launch)).ends).toMatchObject([{ outcome: 'done' }]);
      expect(await drive.found(task)).toEqual(paths(numbers(FEW)));
      await expectCoverage(drive, numbers(FEW));
    }
  });

  it('a worker whose lease has expired writes nothing', async () => {
    drive = await open(FEW);
    const task = await drive.save(ALPHA);
    const launch = await drive.launch(task);
    const goOn = await drive.hang();
    await drive.takeOver();
    await drive.workAndReport();
    await expect(goOn()).rejects.toThrow(drive.lost);
    expect((await drive.reports(launch)).ends).toMatchObject([{ outcome: 'done' }]);
    expect(await drive.found(task)).toEqual(paths(numbers(FEW)));
  });

  it('a task that is stopped gets nothing more, its launch is cancelled, and the others get everything', async () => {
    drive = await open(FEW);
    const [stopped, other] = [await drive.save(ALPHA), await drive.save(ALPHA)];
    const launches = [await drive.launch(stopped), await drive.launch(other)];
    drive.watch = async ({ request, at }) => {
      if (request !== 'fetch' || at !== 'before') return;
      drive.watch = () => undefined;
      await drive.stop(stopped);
    };
    await drive.workAndReport();
    expect((await drive.reports(launches[0] ?? '')).ends).toMatchObject([{ outcome: 'cancelled' }]);
    expect((await drive.reports(launches[1] ?? '')).ends).toMatchObject([{ outcome: 'done' }]);
    expect([await drive.found(stopped), await drive.found(other)]).toEqual([[], paths(numbers(FEW))]);
  });
}
