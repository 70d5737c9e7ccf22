import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId, rows, sql } from '@leakwatch/platform';
import { setPoolStage } from '../../accounts/pool-stage.fixture.ts';
import { UnitStage, wordPattern } from '../../units/testing/unit-stage.fixture.ts';
import { ANN, BOB, INVITATION, post, posts, TelegramStage } from './telegram-stage.fixture.ts';

const pool = setPoolStage();
let units: UnitStage;
let telegram: TelegramStage;
beforeAll(async () => {
  units = await UnitStage.open();
  telegram = await TelegramStage.open([...posts(150), post(151, 'a secret')], { isPrivate: true });
});
afterAll(async () => {
  await units?.close();
  await telegram?.close();
});

const STEPS = 8;
const asked = (method: string) => telegram.server.requests.filter((request) => request.method === method).map(({ phone }) => phone);
const unitNow = () =>
  units.inScope((em) =>
    rows(
      em,
      sql<{ error_code: string | null; failing: boolean }>`
    select error_code, failing_since is not null as failing from crawler.unit where key = ${INVITATION}`,
    ),
  );
/** The time after which accounts are asked again goes by. */
const letTimePass = () =>
  units.inScope((em) =>
    rows(
      em,
      sql`update crawler.unit set state = jsonb_set(state, '{outsiders}',
    (select coalesce(jsonb_object_agg(key, 1), '{}') from jsonb_each(state -> 'outsiders')))`,
    ),
  );

it('a private channel waits for a member, is read by members alone, and says so when there is none any more', async () => {
  for (const { phone } of [ANN, BOB]) pool.server.addAccount(phone, null, null, telegram.access(phone).secret ?? '');
  units.pool = pool.newPool();
  const task = await units.save(telegram.source, { task_id: newId(), patterns: [wordPattern('secret')], telegram_channels: [INVITATION] });

  const launch = await units.launch(telegram.source, task);
  await units.work(telegram.source, STEPS);
  await units.report(telegram.source);
  expect(await unitNow()).toEqual([{ error_code: 'no_member', failing: true }]);
  expect((await units.reports(launch)).ends).toMatchObject([{ outcome: 'failed', error_code: 'no_member' }]);
  // Each account was asked once, however often the channel was tried.
  expect(asked('messages.checkChatInvite').toSorted()).toEqual([ANN.phone, BOB.phone]);

  telegram.channel.members.add(BOB.phone);
  await letTimePass();
  await units.work(telegram.source, 100);
  expect(await unitNow()).toEqual([{ error_code: null, failing: false }]);
  expect((await units.findings()).map(({ path, container }) => [path, container.url])).toEqual([['151', 'https://t.me/c/1001']]);
  expect(new Set(asked('messages.getHistory'))).toEqual(new Set([BOB.phone]));

  telegram.channel.members.delete(BOB.phone);
  await units.launch(telegram.source, task);
  await units.work(telegram.source, STEPS);
  expect(await unitNow()).toEqual([{ error_code: 'no_member', failing: true }]);
});
