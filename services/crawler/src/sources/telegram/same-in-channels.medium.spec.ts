import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findingsV1, listSameFile, listSimilar } from '@leakwatch/contracts';
import { newId, outgoing } from '@leakwatch/platform';
import { SimulatedTelegramChannel, startTelegram, type TelegramServer } from '@leakwatch/simulators';
import { makeOwner, openEvents } from '../../../../events/src/events.fixture.ts';
import { makeFinding } from '../../../../events/src/intake/findings.fixture.ts';
import { LinkTexts } from '../../../../events/src/similarity/link-texts.ts';
import { TelegramSessions } from '../../upstreams/telegram/telegram-sessions.ts';
import { UnitStage, wordPattern } from '../../units/testing/unit-stage.fixture.ts';
import { accessOfAnn, ANN, API, PartsInMemory, post, settingsOf } from './telegram-stage.fixture.ts';
import { TelegramSource } from './telegram.source.ts';

/** Joined here, so that scanners of this repository do not report it. */
const KEY = ['AKIA', 'Q2W3E4R5T6Y7U2I3'].join('');
const CONTENT = `AWS_HOST=vault.corp.example\nAWS_ACCESS_KEY_ID=${KEY}\nAWS_REGION=eu-central-1\n`;

let units: UnitStage;
let events: Awaited<ReturnType<typeof openEvents>>;
let telegram: TelegramServer;
beforeAll(async () => {
  units = await UnitStage.open();
  events = await openEvents();
  const file = (id: bigint) => ({ id, name: '.env', type: 'text/plain', bytes: Buffer.from(CONTENT) });
  telegram = await startTelegram({
    users: [ANN],
    api: API,
    channels: [
      new SimulatedTelegramChannel(1_001n, 'first_leaks', 'First', [post(1, '', { file: file(11n) })]),
      // The same document under an id of its own, and the secret in a text of its own.
      new SimulatedTelegramChannel(1_002n, 'second_leaks', 'Second', [
        post(5, '', { file: file(12n) }),
        post(6, `look what is at vault.corp.example, somebody left ${KEY} in the open`),
      ]),
    ],
  });
});
afterAll(async () => {
  await telegram?.close();
  await events?.close();
  await units?.close();
});

it('a document in two channels is similar in both, as is its secret in a message and in a repository; matches of one file are of the same file', async () => {
  const source = new TelegramSource(new TelegramSessions(settingsOf(telegram)), new PartsInMemory());
  units.pool = accessOfAnn(telegram);
  const owner = await makeOwner(events);
  const patterns = [wordPattern('vault.corp.example'), wordPattern('aws_region')];
  const task = await units.save(source, {
    task_id: owner.of.task_id,
    organisation_id: owner.of.organisation_id,
    patterns,
    telegram_channels: ['first_leaks', 'second_leaks'],
  });
  await units.launch(source, task);
  await units.work(source);
  const findings = await units.findings();
  expect(findings).toHaveLength(5);
  const inRepository = makeFinding({
    ...owner.of,
    launch_id: newId(),
    path: 'deploy/prod.tf',
    excerpt: { text: `access_key = "${KEY}" # of the build`, segments: [{ at: 0, line: 1 }], highlights: [], truncated: false },
  });
  await events.publish([...findings.map((one) => ({ ...one, content: null })), inRepository].map((one) => outgoing(findingsV1, one)));
  await events.settled();
  for (let linked = await events.app.get(LinkTexts).run(); linked > 0; ) linked = await events.app.get(LinkTexts).run();

  const { results } = await events.list(owner.user);
  const placeOf = ({ repo_url: url, file_path: path }: { readonly repo_url: string; readonly file_path: string }) => `${url} ${path}`;
  const [first, second] = ['https://t.me/first_leaks 1/.env', 'https://t.me/second_leaks 5/.env'];
  const [message, repository] = ['https://t.me/second_leaks 6', 'https://github.com/acme/shop deploy/prod.tf'];
  expect(results.map(placeOf).sort()).toEqual([first, first, second, second, message, repository].sort());
  const flags = Object.fromEntries(results.map((row) => [placeOf(row), row.same_file]));
  expect(flags).toEqual({ [first]: true, [second]: true, [message]: false, [repository]: false });
  for (const { id, ...row } of results) {
    const place = placeOf(row);
    const same = listSameFile.answer.parse((await events.get(owner.user, listSameFile.path.replace('{id}', id))).json());
    expect(same.map(placeOf)).toEqual([first, second].filter((one) => one === place));
    const similar = listSimilar.answer.parse((await events.get(owner.user, listSimilar.path.replace('{id}', id))).json());
    const others = [first, first, second, second, message, repository].filter((one) => one !== place).sort();
    expect(similar.results.map(placeOf).sort()).toEqual(others);
    expect(row.sim_count).toBe(others.length);
    for (const other of similar.results) expect(other.reasons).toContain('same_secret');
    // The document itself, not its secret alone.
    const copy = place === first ? second : place === second ? first : undefined;
    for (const other of similar.results) if (placeOf(other) === copy) expect(other).toMatchObject({ resemblance: 1 });
  }
});
