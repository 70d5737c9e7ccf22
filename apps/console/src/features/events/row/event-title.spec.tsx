import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { FULL_ROWS, openPage } from '../../../app/open-page.fixture.tsx';

/** The titles of the first rows with their severity and tags. */
const titles = () => screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);

test('a row says what leaked and how bad it is; the pattern is the title where nothing is known', async () => {
  await openPage('/', { stored: FULL_ROWS });
  expect(titles()).toContain('AWS access keyAKIA…889and 1 more');
  expect(titles()).toContain('SNILS…95and 2 more');
  expect(titles()).toContain('portal.corp.example пароль');
  const card = screen.getAllByRole('article').find((one) => one.textContent?.includes('AWS access key') === true);
  if (card === undefined) throw new Error('no event with a key');
  within(card).getByText('Critical');
  within(card).getByText('corp.example password');
  within(card).getByText('Password in settings');
});

test('the value that leaked is marked more strongly than the words that were searched', async () => {
  await openPage('/?rows=event', {
    stored: FULL_ROWS,
    world: (world) => {
      const [leaked] = world.events.filter(({ regex_tokens_found: tokens }) => tokens[0]?.masked[0] === 'AKIA…889');
      if (leaked === undefined) throw new Error('no event with a key');
      world.events = [{ ...leaked, status: 'open', file_content: '<mark>corp</mark> … key=AKIA…889;\nold <mark>AKIA…889</mark>' }];
    },
  });
  const code = screen.getByRole('group', { name: /^Part of the file/ });
  expect([...code.querySelectorAll('strong')].map((one) => [one.textContent, one.closest('mark') !== null])).toEqual([
    ['AKIA…889', false],
    ['AKIA…889', true],
  ]);
  expect([...code.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['corp', 'AKIA…889']);
  expect(code.textContent).toContain('corp … key=AKIA…889;');
});

test('the names are those of the language, an own template keeps its name', async () => {
  await openPage('/?status=all&size=50', { stored: FULL_ROWS, locale: 'ru' });
  expect(titles()).toContain('Ключ доступа AWSAKIA…889и ещё 1');
  expect(titles()).toContain('Contract numberDO…и ещё 1');
});

test('events are filtered by severity and by what leaked', async () => {
  const { user } = await openPage('/', { stored: FULL_ROWS });
  await user.click(await screen.findByRole('checkbox', { name: /^Critical/ }));
  await waitFor(() => expect(new Set(titles())).toEqual(new Set(['AWS access keyAKIA…889and 1 more'])));
  expect(window.location.search).toContain('severity=critical');
  await user.click(screen.getByRole('checkbox', { name: /^Critical/ }));
  await user.click(await screen.findByRole('checkbox', { name: /^SNILS/ }));
  await waitFor(() => expect(new Set(titles())).toEqual(new Set(['SNILS…95and 2 more'])));
});
