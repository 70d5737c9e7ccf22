import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@leakwatch/platform';
import { KeepParts } from '../../evidence/keep-parts.ts';
import { TelegramSessions } from '../../upstreams/telegram/telegram-sessions.ts';
import { UnitStage, wordPattern } from '../../units/testing/unit-stage.fixture.ts';
import { LeaseLost, releaseUnit } from '../../units/unit.store.ts';
import { PART } from './telegram-limits.ts';
import { NAME, post, settingsOf, TelegramStage } from './telegram-stage.fixture.ts';
import { TelegramSource } from './telegram.source.ts';

const PARTS = 19;
const LENGTH = (PARTS - 1) * PART + 1_000;
let units: UnitStage;
let telegram: TelegramStage;
beforeAll(async () => {
  units = await UnitStage.open();
  const bytes = Buffer.alloc(LENGTH, 'a line of a dump\n');
  bytes.write('the secret', LENGTH - 500);
  // One file: of several, parts of the others would be on their way when a worker dies.
  const file = { id: 11n, name: 'dump.txt', type: 'text/plain', bytes, dc: 4 };
  telegram = await TelegramStage.open([post(1, '', { file })]);
});
afterAll(async () => {
  await units?.close();
  await telegram?.close();
});

it('no part of a file is given twice, although workers die at every fourth', async () => {
  const { database, logger } = units.foundation;
  /** As a new process has it. */
  const process = () =>
    new TelegramSource(new TelegramSessions(settingsOf(telegram.server)), new KeepParts(database, units.objects, units.vault, logger));
  const { secret } = telegram.access();
  units.pool = {
    withAccess: async (wanted, work) => {
      const access = Object.assign(telegram.access(), { secret });
      return work(access, wanted.signal).finally(() => access.close());
    },
  };
  const task = await units.save(telegram.source, { task_id: newId(), patterns: [wordPattern('secret')], telegram_channels: [NAME] });
  await units.launch(telegram.source, task);
  const asked: number[] = [];
  let killed = 0;
  let dying: AbortController | undefined;
  telegram.server.before = ({ request }) => {
    if (request._ !== 'upload.getFile') return;
    // Each worker gets three parts, and dies when it has asked for the next one.
    if (asked.length < 3 * (killed + 1) || killed >= 5) return void asked.push(Number(request['offset']));
    killed += 1;
    dying?.abort(new LeaseLost());
    throw new Error('the worker is gone');
  };
  for (;;) {
    await units.skipPauses();
    const source = process();
    const unit = await units.lease(source);
    if (unit === undefined) break;
    dying = new AbortController();
    try {
      await units.runner().run(source, unit, 0, dying.signal);
      await units.inScope((em) => releaseUnit(em, unit));
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      await units.forgetWorker();
    }
  }
  expect(killed).toBe(5);
  expect(asked).toEqual(Array.from({ length: PARTS }, (_, at) => at * PART));
  expect((await units.findings()).map(({ path }) => path).sort()).toEqual(['1/dump.txt']);
});
