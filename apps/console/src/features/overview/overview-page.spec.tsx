import { eventOverview, sourceOverview } from '@leakwatch/contracts';
import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { mockId } from '../../../mock/ids.ts';
import type { World } from '../../../mock/world.ts';
import { openPage } from '../../app/open-page.fixture.tsx';

const PATH = '/overview';
const region = (name: string) => within(screen.getByRole('region', { name }));
const hrefs = (name: string) =>
  region(name)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href') ?? '');

test('each number leads to its events', async () => {
  const { world } = await openPage(PATH);
  const open = world.events.filter(({ status }) => status === 'open').length;
  region('Open events').getByText(`${open} events`);
  const numbers = hrefs('Open events');
  expect(numbers).toContain('/?severity=critical');
  expect(numbers.some((href) => href.startsWith('/?severity=critical&start_datetime='))).toBe(true);
  expect(numbers).toContain('/?status=in_progress');
  expect(hrefs('Repositories')).toEqual(['/?repo_name=team%2Fbilling']);
  expect(hrefs('Authors')[0]).toMatch(/^\/\?author=/);
  expect(hrefs('Tasks')).toContain(`/?task=${mockId(2, 1)}`);
  expect(hrefs('Time to fix')[0]).toMatch(/^\/\?status=fixed&fixed_start=[^&]+$/);
});

test('the period is in the address', async () => {
  const { user } = await openPage(PATH);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), '90');
  expect(window.location.search).toBe('?days=90');
});

test('sources are listed with what is wrong first, and filtered by their state', async () => {
  const { user } = await openPage(PATH);
  const table = region('Sources');
  expect(table.getAllByRole('row')[1]?.textContent).toContain('Failing');
  await user.click(table.getByRole('button', { name: /^Stopped/ }));
  await waitFor(() => expect(region('Sources').getAllByRole('row')).toHaveLength(2));
  expect(window.location.search).toBe('?condition=stopped');
});

test('each half fails by itself and can be asked for again', async () => {
  const { user, world } = await openPage(PATH, { world: (made) => made.refuse(eventOverview, 503, 'unavailable') });
  screen.getByRole('region', { name: 'Sources' });
  world.refusals.clear();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => region('Open events'));
  await openPage(PATH, { world: (made) => made.refuse(sourceOverview, 503, 'unavailable') });
  screen.getByText('The sources could not be loaded');
});

test('without events and tasks it says what to do', async () => {
  await openPage(PATH, { scenario: 'empty' });
  screen.getByRole('heading', { name: 'No events are open' });
  screen.getByRole('link', { name: 'Create a task' });
});

test('staff choose an organisation; the links keep it', async () => {
  await openPage(`${PATH}?org=${mockId(8, 1)}`, { staff: true });
  screen.getByRole('combobox', { name: 'Organisation' });
  expect(hrefs('Repositories')).toEqual([`/?repo_name=team%2Fbilling&org=${mockId(8, 1)}`]);
});

/** The texts of the sources, the only task of the world being so. */
async function conditionOf(change: (world: World) => void, options: { locale?: 'en' | 'ru' } = {}): Promise<string> {
  await openPage(PATH, {
    locale: options.locale ?? 'en',
    world: (world) => {
      world.tasks = world.tasks.filter(({ status, coverage }) => status && coverage.length > 0).slice(0, 1);
      for (const { sources, coverage } of world.tasks) {
        for (const source of sources) Object.assign(source, { failing: null, stalled: null });
        for (const one of coverage)
          Object.assign(one, { silent: 0, silent_since: null, capped: 0, unchecked: 0, incomplete: 0, unread: 0 });
      }
      change(world);
    },
  });
  return region(options.locale === 'ru' ? 'Источники' : 'Sources').getAllByRole('row')[1]?.textContent ?? '';
}
const everySource = (world: World, what: object) =>
  world.tasks.forEach(({ sources }) => sources.forEach((one) => Object.assign(one, what)));
const allCoverage = (world: World, what: object) =>
  world.tasks.forEach(({ coverage }) => coverage.forEach((one) => Object.assign(one, what)));
const SINCE = '2026-11-20T10:00:00.000Z';

test.each([
  [
    'fails without a known reason',
    (world: World) => everySource(world, { failing: { since: null, error_code: null, parts_failed: 1, parts: 2 } }),
    ['Cannot be read: 1 of 2', 'The next scan begins on schedule', 'contact support'],
  ],
  [
    'waits for its turn',
    (world: World) => everySource(world, { stalled: { since: SINCE, error_code: null } }),
    ['Other searches come first'],
  ],
  [
    'is silent',
    (world: World) => allCoverage(world, { silent: 2, silent_since: SINCE }),
    ['Nothing new for longer than usual in 2 queries or channels', 'support has been notified', 'Check that the words'],
  ],
  ['was never read whole', (world: World) => allCoverage(world, { last_full_pass: null }), ['first pass is not over yet', 'do not need']],
  [
    'is read in part',
    (world: World) => allCoverage(world, { capped: 1, last_full_pass: SINCE }),
    ['What to do is on the page of the task'],
  ],
  ['is of a stopped task', (world: World) => world.tasks.forEach((one) => Object.assign(one, { status: false })), ['start it on its page']],
] as const)('a source that %s says what to do', async (_what, change, texts) => {
  const shown = await conditionOf(change);
  for (const text of texts) expect(shown).toContain(text);
});

test('in Russian a silent source says that support knows', async () => {
  const shown = await conditionOf((world) => allCoverage(world, { silent: 1, silent_since: SINCE }), { locale: 'ru' });
  expect(shown).toContain('Дольше обычного нет ничего нового в 1 запросе или канале');
  expect(shown).toContain('Поддержка Leakwatch уже знает');
});
