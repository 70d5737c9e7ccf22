import { downloadEventBackup, readEventText } from '@leakwatch/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { EventRow } from '@leakwatch/contracts';
import type { World } from '../../../../mock/world.ts';
import { FULL_ROWS, openPage } from '../../../app/open-page.fixture.tsx';

/** Only the first event, with a copy in this state. */
const only = (status: EventRow['backup_storage_status']) => (world: World) => {
  world.events = world.events.slice(-1).map((event) => ({ ...event, backup_storage_status: status }));
};
const dialog = async () => within(await screen.findByRole('dialog'));
const openText = async (world: (world: World) => unknown = only('in_storage')) => {
  const opened = await openPage('/?status=all', { stored: FULL_ROWS, world });
  await opened.user.click(screen.getByRole('button', { name: 'Full text' }));
  const shown = await dialog();
  await shown.findByRole('group', { name: 'Full text' });
  return { ...opened, shown };
};
const current = () => document.querySelector('[role=dialog] mark[aria-current]')?.closest('[data-index]')?.getAttribute('data-index');

describe('the kept copy of an event', () => {
  // jsdom lays nothing out: the box and its rows have heights all the same.
  const heights = { clientHeight: Element.prototype, offsetHeight: HTMLElement.prototype };
  const before = Object.entries(heights).map(([name, of]) => [of, name, Object.getOwnPropertyDescriptor(of, name) ?? {}] as const);
  beforeAll(() => {
    const get = function (this: Element) {
      return this.hasAttribute('data-index') ? 20 : 400;
    };
    for (const [of, name] of before) Object.defineProperty(of, name, { configurable: true, get });
  });
  afterAll(() => {
    for (const [of, name, descriptor] of before) Object.defineProperty(of, name, descriptor);
  });

  test('can be read and downloaded only while it is there, and says why it cannot', async () => {
    const { world, user } = await openPage('/?status=all', { stored: FULL_ROWS, world: only('in_storage') });
    screen.getByRole('button', { name: 'Full text' });
    only('download_scheduled')(world);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Full text' })).toBeNull());
    expect(screen.queryByRole('button', { name: 'Full text' })).toBeNull();
    const waiting = screen.getByRole('button', { name: 'Download a copy' });
    expect([waiting.hasAttribute('disabled'), waiting.hasAttribute('data-loading')]).toEqual([true, true]);
  });

  test.each([
    ['expired', 'The copy has been deleted', 'Copies are deleted when their retention period is over'],
    ['not_found', 'No copy of the document', 'No copy could be kept when the leak was found'],
  ] as const)('that is %s offers nothing, and says why', async (status, said, why) => {
    await openPage('/?status=all', { stored: FULL_ROWS, world: only(status) });
    expect(screen.queryByRole('button', { name: /Full text|Download a copy/ })).toBeNull();
    expect(screen.getByText(said).getAttribute('title')).toBe(why);
  });

  test('shows its text as text, with the numbers of lines and the matches marked', async () => {
    const { shown } = await openText();
    const rows = shown.getByRole('group', { name: 'Full text' });
    expect(rows.textContent).toContain('<script>window.hacked = true</script>');
    expect(rows.querySelector('script, img')).toBeNull();
    expect(rows.querySelector('mark')?.textContent).toBe('corp.example');
    expect(rows.querySelector('[data-index="0"]')?.textContent).toMatch(/^1import os$/);
    expect(rows.querySelectorAll('[data-index]').length).toBeLessThan(120);
    shown.getByText(/only a part around the match is kept/);
    shown.getByText('Match 1 of 6');
  });

  test('leads from match to match by buttons and keys, over its parts, and around', async () => {
    const { shown, user } = await openText();
    expect(current()).toBe('1');
    // The focus is where the dialog put it.
    await user.keyboard('np');
    shown.getByText('Match 1 of 6');
    await user.keyboard('{Control>}f{/Control}');
    expect(document.activeElement).toBe(shown.getByRole('searchbox', { name: 'Search in the text' }));
    await user.click(shown.getByRole('button', { name: 'Next match (n)' }));
    shown.getByText('Match 2 of 6');
    expect(current()).toBe('8');
    await user.keyboard('n');
    shown.getByText('Match 3 of 6');
    await user.keyboard('n');
    await shown.findByText('Match 4 of 6');
    await shown.findByText('Part 2 of 2');
    expect(current()).toBe('0');
    await user.click(shown.getByRole('button', { name: 'Previous match (p)' }));
    await shown.findByText('Match 3 of 6');
    await shown.findByText('Part 1 of 2');
  });

  test('is searched, and the search leads from result to result', async () => {
    const { shown, user } = await openText();
    const field = shown.getByRole('searchbox', { name: 'Search in the text' });
    await user.type(field, 'IMPORT OS');
    await shown.findByText(/Result 1 of 29/);
    expect(current()).toBe('0');
    await user.keyboard('{Enter}');
    shown.getByText(/Result 2 of 29/);
    expect(current()).toBe('7');
    await user.keyboard('{Shift>}{Enter}{Enter}{/Shift}');
    shown.getByText(/Result 29 of 29/);
    await user.clear(field);
    await user.type(field, 'nowhere');
    await shown.findByText('Nothing found');
    expect(shown.getByRole('button', { name: 'Next result (Enter)' }).hasAttribute('disabled')).toBe(true);
  });

  test('wraps its lines or not', async () => {
    const { shown, user } = await openText();
    const rows = shown.getByRole('group', { name: 'Full text' });
    expect(rows.getAttribute('data-wrap')).toBe('true');
    await user.click(shown.getByRole('button', { name: 'Wrap lines' }));
    expect(rows.getAttribute('data-wrap')).toBe('false');
  });

  test('that cannot be loaded says so, and is asked for again', async () => {
    const { world, user } = await openPage('/?status=all', {
      stored: FULL_ROWS,
      world: (it) => {
        only('in_storage')(it);
        it.refuse(readEventText, 503, 'unavailable');
      },
    });
    await user.click(screen.getByRole('button', { name: 'Full text' }));
    const shown = await dialog();
    await shown.findByText('Could not load the text');
    world.refusals.clear();
    await user.click(shown.getByRole('button', { name: 'Try again' }));
    await shown.findByText('Match 1 of 6');
  });

  test('that was downloaded says so', async () => {
    const { user } = await openPage('/?status=all', { stored: FULL_ROWS, world: only('in_storage') });
    await user.click(screen.getByRole('button', { name: 'Download a copy' }));
    await screen.findByText('The copy was downloaded');
  });

  test('that cannot be downloaded says so', async () => {
    const { world, user } = await openPage('/?status=all', { stored: FULL_ROWS, world: only('in_storage') });
    world.refuse(downloadEventBackup, 410, 'backup_expired');
    await user.click(screen.getByRole('button', { name: 'Download a copy' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/The copy was not downloaded.*retention period is over/);
  });
});
