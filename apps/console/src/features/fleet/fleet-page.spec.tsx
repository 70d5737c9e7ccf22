import { fleetHealth, listDeadLetters, listFleetSources, listOpenLaunches, replayDeadLetters } from '@leakwatch/contracts';
import { expect, test } from '@jest/globals';
import { SOURCE_TYPES } from '@leakwatch/vocabulary';
import { screen, waitFor, within } from '@testing-library/react';
import { openPage } from '../../app/open-page.fixture.tsx';
import { POLLED } from '../../shared/pool/poll.ts';
import { UNREAD_TOPIC } from './fleet.mock.ts';

const PATH = '/settings/fleet';
const staff = { staff: true };
const section = (name: string) => within(screen.getByRole('region', { name }));
const rows = (name: string) => section(name).getAllByRole('row').slice(1);
const cells = (row: HTMLElement | undefined) =>
  within(row ?? document.body)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

test('sources have units, backlog, age and failures; launches their task, organisation and state', async () => {
  await openPage(PATH, staff);
  expect(rows('Sources')).toHaveLength(SOURCE_TYPES.length);
  expect(cells(rows('Sources')[0]).filter((_, at) => at !== 4 && at !== 6)).toEqual([
    'GitHub',
    '1,200',
    '150',
    '37',
    '37',
    '0',
    '0',
    '8,400',
  ]);
  expect(
    within(rows('Sources')[0] ?? document.body)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/settings/service-accounts?source=github');
  expect(cells(rows('Sources')[1]).at(-1)).toContain('4 refusals');
  // Redis, which has the counts, is away.
  expect(cells(rows('Sources')[3]).at(-1)).toBe('–');
  const [first, , third] = rows('Launches now');
  expect(cells(first).slice(1, 5)).toEqual(['ООО «Пример»', 'Git repository', 'Waits for its turn', 'the schedule']);
  expect(within(third ?? document.body).getByRole<HTMLButtonElement>('button').disabled).toBe(true);
});

test('a launch is stopped with its task, after a question', async () => {
  const { user, world } = await openPage(PATH, staff);
  const running = () => world.tasks.filter(({ status }) => status).length;
  const before = running();
  const [first] = rows('Launches now');
  await user.click(within(first ?? document.body).getByRole('button'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(running()).toBe(before - 1));
});

test('launches are narrowed to a source, in the address', async () => {
  const { user } = await openPage(`${PATH}?source=pastebin`, staff);
  screen.getByText('Nothing runs over this source now');
  await user.click(screen.getByRole('button', { name: 'Show all sources' }));
  await waitFor(() => expect(rows('Launches now').length).toBeGreaterThan(0));
  expect(window.location.search).toBe('');
});

test('each part says when there is nothing and when it did not load', async () => {
  await openPage(PATH, { ...staff, scenario: 'empty' });
  screen.getByText('Nothing runs now');
  screen.getByText('No dead letters');
  await openPage(PATH, {
    ...staff,
    world: (made) => {
      made.refuse(listFleetSources, 503, 'unavailable');
      made.refuse(listOpenLaunches, 503, 'unavailable');
      made.refuse(listDeadLetters, 503, 'unavailable');
      made.refuse(fleetHealth, 503, 'unavailable');
    },
  });
  screen.getByText('The sources did not load');
  screen.getByText('The launches did not load');
  screen.getByText('The dead letters did not load');
  screen.getByText('The state of the services did not load');
});

test('dead letters are listed with their reason, and one is delivered again', async () => {
  const { user, world } = await openPage(PATH, staff);
  expect(rows('Dead letters')).toHaveLength(10);
  expect(cells(rows('Dead letters')[0]).slice(0, 4)).toEqual(['events', 'findings.v1', 'task_unknown', '5']);
  await user.click(within(rows('Dead letters')[0] ?? document.body).getByRole('button'));
  await screen.findByText('1 message is delivered again');
  expect(world.deadLetters).toHaveLength(13);
});

test('all dead letters of a service are delivered again after a question; a failure says why', async () => {
  const { user, world } = await openPage(PATH, staff);
  await user.selectOptions(section('Dead letters').getByRole('combobox', { name: 'Service' }), 'admin');
  await waitFor(() => expect(rows('Dead letters')).toHaveLength(4));
  const all = async () => {
    await user.click(section('Dead letters').getByRole('button', { name: 'Deliver all again' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deliver all again' }));
  };
  world.refuse(replayDeadLetters, 503, 'unavailable');
  await all();
  await screen.findByText('The messages were not delivered again');
  world.refusals.clear();
  await all();
  await screen.findByText('4 messages are delivered again');
  expect(world.deadLetters.some(({ group }) => group === 'admin')).toBe(false);
});

test('dead letters of a topic that no service reads stay, and the page says so beside those that went', async () => {
  const { user, world } = await openPage(`${PATH}?group=admin`, staff);
  const [first] = world.deadLetters.filter(({ group }) => group === 'admin');
  world.deadLetters = world.deadLetters.map((letter) => (letter === first ? { ...letter, topic: UNREAD_TOPIC } : letter));
  await user.click(section('Dead letters').getByRole('button', { name: 'Deliver all again' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deliver all again' }));
  await screen.findByText('3 messages are delivered again');
  screen.getByText('1 message stays undelivered');
  await waitFor(() => expect(rows('Dead letters')).toHaveLength(1));
  await user.click(within(rows('Dead letters')[0] ?? document.body).getByRole('button'));
  await waitFor(() => expect(screen.getAllByText('1 message stays undelivered')).toHaveLength(2));
  expect(screen.queryByText('0 messages are delivered again')).toBeNull();
});

test('services and their processes are ready, not ready with the stores that fail, or away', async () => {
  await openPage(PATH, staff);
  const shown = rows('Services and stores').map(cells);
  expect(shown).toContainEqual(['admin', 'Ready', '–']);
  expect(shown).toContainEqual(['tasks', 'Not ready', 'postgresql, bus']);
  expect(shown).toContainEqual(['crawler 2', 'Does not answer', '–']);
});

test('the sources say which crawler does not answer, also while their own call hangs', async () => {
  await openPage(PATH, { ...staff, world: (made) => made.refuse(listFleetSources, 503, 'unavailable') });
  await waitFor(() => expect(section('Sources').getByRole('status').textContent).toMatch(/^No answer from crawler 2:/));
  await openPage(PATH, { ...staff, scenario: 'empty' });
  expect(section('Sources').queryByRole('status')).toBeNull();
  // The call that hangs is over before the page asks again.
  expect(listFleetSources.answerMs).toBeLessThan(POLLED.pollingInterval);
});

test('the page is forbidden to users who are not staff', async () => {
  await openPage(PATH);
  screen.getByRole('heading', { level: 1, name: 'No access' });
});
