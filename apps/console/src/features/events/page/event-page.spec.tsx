import { changeOneStatus, getEvent } from '@leakwatch/contracts';
import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { mockId } from '../../../../mock/ids.ts';
import { openPage, settle } from '../../../app/open-page.fixture.tsx';

const EVENT = mockId(1, 32);
const title = () => screen.getByRole('heading', { level: 1 }).textContent;

test('an event has a page: what leaked, evidence, exposure, places, activity and what to do', async () => {
  await openPage(`/events/${EVENT}`);
  expect(title()).toBe('AWS access keyAKIA…889and 1 more');
  for (const name of ['Evidence', 'Places', 'What to do now', 'Exposure', 'Comments', 'Activity'])
    screen.getByRole('heading', { level: 2, name });
  const remedy = within(screen.getByRole('region', { name: 'What to do now' }));
  expect(remedy.getByRole('link', { name: /^AWS: IAM/ }).getAttribute('href')).toBe('https://console.aws.amazon.com/iam/');
  const activity = within(screen.getByRole('region', { name: 'Activity' }));
  activity.getByText('support (Leakwatch staff)');
  expect(activity.getAllByRole('listitem')).toHaveLength(10);
});

test('the languages do not mix', async () => {
  await openPage(`/events/${EVENT}`, { locale: 'ru' });
  expect(title()).toBe('Ключ доступа AWSAKIA…889и ещё 1');
  screen.getByText(/^Отключите ключ в консоли облака/);
});

test('a missing event, a foreign one and an address that is none show the same page', async () => {
  const texts: (string | null)[] = [];
  for (const id of [mockId(1, 999), 'no-id']) {
    await openPage(`/events/${id}`);
    await screen.findByText('404: page not found');
    texts.push(document.querySelector('main')?.textContent ?? '');
  }
  expect(new Set(texts).size).toBe(1);
});

test.each(['/events/', '/?status=all&size=50&event='])(
  'an event that a colleague deletes while %s… shows it says so, and is not changed any more',
  async (path) => {
    const { world } = await openPage(`${path}${EVENT}`);
    const shown = () => within(document.querySelector('aside[aria-label]:has(h2)') ?? document.body);
    await waitFor(() => expect(shown().queryAllByRole('button', { name: /^Assign/ })).not.toHaveLength(0));
    world.events = world.events.filter(({ id }) => id !== EVENT);
    const note = await screen.findByText(/^This event is no longer there/);
    expect(note.closest('[role=alert]')).not.toBeNull();
    for (const button of shown().getAllByRole<HTMLButtonElement>('button', { name: /^Assign/ })) {
      expect(button.disabled).toBe(true);
      expect(button.title).toMatch(/^This event is no longer there/);
    }
    expect(screen.queryByTitle(/^Only the organisation that owns the event/)).toBeNull();
  },
);

test('a failure is said, with a way to try again', async () => {
  await openPage(`/events/${EVENT}`, { world: (world) => world.refuse(getEvent, 503, 'unavailable') });
  screen.getByText('Could not load the event');
  screen.getByRole('button', { name: /Try again|Retry/i });
});

test('the list is ordered by severity when the person asks, and the neighbours follow', async () => {
  const { user } = await openPage('/?size=50');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Most severe first');
  await waitFor(() => expect(window.location.search).toContain('sort=severity'));
  await waitFor(() => {
    const severe = screen.getAllByRole('article').map((row) => /Critical|High|Medium|Low/.exec(row.textContent ?? '')?.[0] ?? '');
    expect(severe.slice(0, 3)).toEqual(['Critical', 'Critical', 'Critical']);
    expect(severe.at(-1)).toBe('');
  });
  await user.tab();
  await user.keyboard('jo');
  await waitFor(() => expect(window.location.pathname).toMatch(/^\/events\//));
  expect(window.location.search).toContain('sort=severity');
});

test('the keys lead through the list from which the person came, and change the status', async () => {
  const { user, world } = await openPage('/?severity=critical&size=20');
  const ids = world.events.filter(({ status, severity }) => status === 'open' && severity === 'critical').map(({ id }) => id);
  await user.keyboard('jjo');
  await waitFor(() => expect(window.location.pathname).toBe(`/events/${ids[1]}`));
  expect(window.location.search).toBe('?severity=critical&size=20');
  await screen.findByRole('link', { name: 'Next event (j)' });
  await user.keyboard('k');
  await waitFor(() => expect(window.location.pathname).toBe(`/events/${ids[0]}`));
  await screen.findByRole('link', { name: 'Next event (j)' });
  expect(screen.queryByRole('link', { name: 'Previous event (k)' })).toBeNull();
  await user.keyboard('2');
  await waitFor(() => expect(world.events.find(({ id }) => id === ids[0])?.status).toBe('in_progress'));
  await user.click(screen.getByRole('link', { name: 'Back to the events' }));
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/?severity=critical&size=20'));
});

test('a change shows before the server answers; a refusal takes it back and says why', async () => {
  const { user, world } = await openPage(`/events/${EVENT}`);
  const status = () =>
    /^(Open|In progress|Fixed|False)/.exec(screen.getByRole('heading', { level: 1 }).closest('header')?.textContent ?? '')?.[0];
  const before = status();
  world.delayMs = 200;
  world.refuse(changeOneStatus, 503, 'unavailable');
  await user.keyboard('2');
  await waitFor(() => expect(status()).toBe('In progress'));
  await screen.findByText('Could not change the status');
  await waitFor(() => expect(status()).toBe(before));
});

test('the button of the status that was chosen keeps the focus and is announced as pressed', async () => {
  const { user, world } = await openPage(`/events/${EVENT}`);
  const group = within(screen.getByRole('group', { name: 'Set status' }));
  const button = group.getByRole('button', { name: 'In progress' });
  await user.click(button);
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'));
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(group.getAllByRole('button', { pressed: true })).toEqual([button]);
  world.refuse(changeOneStatus, 503, 'unavailable');
  await user.keyboard('{Enter}');
  await settle();
  expect(screen.queryByText('Could not change the status')).toBeNull();
});
