import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@leakwatch/platform';
import { KeepParts } from '../../evidence/keep-parts.ts';
import { TelegramSessions } from '../../upstreams/telegram/telegram-sessions.ts';
import { UnitStage, wordPattern } from '../../units/testing/unit-stage.fixture.ts';
import { LeaseLost, releaseUnit } from '../../units/unit.store.ts';
import { PART } from './telegram-limits.ts';
import { NAME, post, settingsOf, TelegramStage } from './telegram-stage.fixture.ts';
import { TelegramSource } from './telegram.source.ts';

const PARTS = 9;
const LENGTH = (PARTS - 1) * PART + 1_000;
let units: UnitStage;
let telegram: TelegramStage;
beforeAll(async () => {
  units = await UnitStage.open();
  const bytes = Buffer.alloc(LENGTH, 'a line of a dump\n');
  bytes.write('the secret', LENGTH - 500);
  const file = (id: bigint) => ({ id, name: `dump-${id}.txt`, type: 'text/plain', bytes });
  telegram = await TelegramStage.open([post(1, '', { file: file(11n) }), post(2, '', { file: { ...file(12n), dc: 4 } })]);
});
afterAll(async () => {
  await units?.close();
  await telegram?.close();
});

it('a file is downloaded once, although workers die at each of its parts and the place expires', async () => {
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
  const asked: string[] = [];
  let killed = 0;
  let dying: AbortController | undefined;
  telegram.server.before = ({ request }) => {
    if (request._ !== 'upload.getFile') return;
    const { location, offset } = request;
    const id = typeof location === 'object' && location !== null && 'id' in location ? String(location['id']) : '';
    asked.push(`${id} ${String(offset)}`);
    // Each worker gets three parts, and dies when it has asked for the next one.
    if (asked.length % 4 !== 0 || killed >= 5) return;
    killed += 1;
    if (killed === 2) telegram.server.expireFileReferences();
    asked.pop();
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
  // Those that were asked for with an expired place were not given.
  const given = asked.filter((part, at) => asked.indexOf(part) === at);
  expect(asked.length - given.length).toBeLessThanOrEqual(2);
  expect(given).toHaveLength(2 * PARTS);
  expect((await units.findings()).map(({ path }) => path).sort()).toEqual(['1/dump-11.txt', '2/dump-12.txt']);
});
