import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { mockId } from '../../../../mock/ids.ts';
import { openPage } from '../../../app/open-page.fixture.tsx';

const SINCE = '2026-11-20T10:00:00.000Z';

/** The page of the deep task of the mock's world, whose source searches. */
const openTask = (capped: number, unchecked: number, locale: 'en' | 'ru' = 'en', more: object = {}) =>
  openPage(`/task/${mockId(2, 5)}`, {
    locale,
    world: (world) => {
      world.tasks = world.tasks.map((task) => ({
        ...task,
        coverage: task.coverage.map((one) => ({ ...one, capped, unchecked, silent: 0, incomplete: 0, last_full_pass: SINCE, ...more })),
      }));
    },
  });

test('what a person can change so that a source is searched completely is said beside what was not', async () => {
  await openTask(2, 3);
  const [advice] = await screen.findAllByText('What to do');
  expect(advice?.nextSibling?.textContent).toMatch(/^Make the words of these queries more specific.*Make the expression narrower/);
});

test('nothing is advised where everything was searched', async () => {
  await openTask(0, 0, 'ru');
  await screen.findAllByText('Прочитано');
  expect(screen.queryByText('Что сделать')).toBeNull();
});

test('of a quiet source it is said that support knows, and what to check', async () => {
  await openTask(0, 0, 'ru', { silent: 1, silent_since: SINCE });
  const [advice] = await screen.findAllByText('Что сделать');
  expect(advice?.nextSibling?.textContent).toMatch(/^Поддержка Leakwatch уже знает\. Проверьте/);
});

test.each([
  ['en', 'Nothing new since the previous pass', 'All events from this source'],
  ['ru', 'С прошлого прохода нового нет', 'Все события этого источника'],
] as const)('a pass without anything new says so and leads to what was found before: %s', async (locale, nothing, before) => {
  await openTask(0, 0, locale, { total: 0, scanned: 0, unread: 0, parts_failed: 0, next_launch: SINCE });
  const [text] = await screen.findAllByText(nothing, { exact: false });
  expect(text?.textContent).not.toMatch(/\b0\b/);
  const [link] = screen.getAllByRole('link', { name: before });
  expect(link?.getAttribute('href')).toMatch(new RegExp(`^/\\?task=${mockId(2, 5)}&source_type=[a-z]+&status=all$`));
});

test('before the first pass has ended nothing is said to be new or not', async () => {
  await openTask(0, 0, 'en', { total: 0, scanned: 0, last_full_pass: null });
  await screen.findAllByText('0 of 0 documents');
});

test('while a pass is running, nothing new is said of this pass alone', async () => {
  await openTask(0, 0, 'en', { total: 0, scanned: 0, unread: 0, parts_failed: 0, next_launch: null });
  await screen.findAllByText('Nothing new so far in this pass', { exact: false });
});
