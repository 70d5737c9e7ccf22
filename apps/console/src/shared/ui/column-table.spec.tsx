import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { MantineProvider, Table } from '@mantine/core';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { Link, MemoryRouter } from 'react-router-dom';
import { changeLocale } from '../i18n/i18n.ts';
import { nextSort, type Sort } from '../lib/sorting.ts';
import { ColumnTable } from './column-table.tsx';

type SortColumn = 'name' | 'seen';
const SORTED = ['name', 'seen'] as const;

function Example() {
  const [sort, setSort] = useState<Sort<SortColumn>>(null);
  const press = (pressed: string) => {
    const column = SORTED.find((one) => one === pressed);
    if (column !== undefined) setSort(nextSort(sort, column));
  };
  return (
    <main>
      <output>{sort ?? 'own order'}</output>
      <ColumnTable
        table="example"
        minWidth={100}
        sorting={{ columns: SORTED, sort, press }}
        columns={[
          { id: 'name', name: 'Name' },
          { id: 'state', name: 'State' },
          { id: 'seen', name: 'Seen' },
        ]}
        actions="Actions"
      >
        <Table.Tr>
          <Table.Td>
            <Link to="/first">first</Link>
          </Table.Td>
          <Table.Td>ready</Table.Td>
          <Table.Td>today</Table.Td>
          <Table.Td>
            <button type="button">Delete</button>
          </Table.Td>
        </Table.Tr>
      </ColumnTable>
    </main>
  );
}

/** jsdom places nothing, so an open menu counts as hidden. */
const HIDDEN = { hidden: true };
const sheet = document.createElement('style');

beforeEach(async () => {
  localStorage.clear();
  await changeLocale('en', false);
  // The sheet itself: what hides a column is a rule of it, and tests see no sheets otherwise.
  sheet.textContent = readFileSync(join(import.meta.dirname, 'column-table.module.css'), 'utf8');
  document.head.append(sheet);
});
afterEach(() => {
  cleanup();
  sheet.remove();
});

const open = (): UserEvent => {
  render(
    <MantineProvider>
      <MemoryRouter>
        <Example />
      </MemoryRouter>
    </MantineProvider>,
  );
  return userEvent.setup();
};
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
const cells = () => screen.getAllByRole('cell').map((cell) => cell.textContent);
const items = () => screen.findAllByRole('menuitemcheckbox', HIDDEN);
const focused = () => document.activeElement?.textContent;

test('a column is hidden by the menu with its cells, stays hidden for the browser, and comes back', async () => {
  const user = open();
  expect(heads()).toEqual(['Name', 'State', 'Seen', 'Actions']);
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  // The first column and the actions are not offered.
  expect((await items()).map((item) => [item.textContent, item.getAttribute('aria-checked')])).toEqual([
    ['State', 'true'],
    ['Seen', 'true'],
  ]);
  await user.click(screen.getByRole('menuitemcheckbox', { ...HIDDEN, name: 'State' }));
  expect(heads()).toEqual(['Name', 'Seen', 'Actions']);
  expect(cells()).toEqual(['first', 'today', 'Delete']);
  cleanup();
  const again = open();
  expect(cells()).toEqual(['first', 'today', 'Delete']);
  await again.click(screen.getByRole('button', { name: 'Columns (1 hidden)' }));
  await again.click(await screen.findByRole('menuitem', { ...HIDDEN, name: 'Show all' }));
  expect(cells()).toEqual(['first', 'ready', 'today', 'Delete']);
  expect(localStorage.getItem('leakwatch.columns.example')).toBeNull();
});

test('what the browser remembers of columns that the table has no more hides nothing', () => {
  localStorage.setItem('leakwatch.columns.example', 'name gone');
  open();
  expect(heads()).toEqual(['Name', 'State', 'Seen', 'Actions']);
});

test('the menu is used by keys: arrows go through it, Space and Enter choose, Escape gives the focus back', async () => {
  const user = open();
  const target = screen.getByRole('button', { name: 'Columns' });
  await user.tab();
  expect(document.activeElement).toBe(target);
  await user.keyboard('{Enter}');
  const [state, seen] = await items();
  // Without a layout nothing counts as visible, and the menu cannot take the focus as it does in a browser; a screen of the console shows that.
  state?.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(seen);
  await user.keyboard(' ');
  expect(heads()).toEqual(['Name', 'State', 'Actions']);
  await user.keyboard('{Enter}');
  expect(heads()).toEqual(['Name', 'State', 'Seen', 'Actions']);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(target));
});

test('heads, links and actions are reached in order, and a head sorts by Enter and Space', async () => {
  const user = open();
  const order: (string | null | undefined)[] = [];
  for (let at = 0; at < 6; at += 1) {
    await user.tab();
    order.push(document.activeElement?.querySelector('table') ? 'the table, to scroll it' : focused());
  }
  expect(order).toEqual(['Columns', 'the table, to scroll it', 'Name', 'Seen', 'first', 'Delete']);
  const head = screen.getByRole('columnheader', { name: 'Seen' });
  expect([head, screen.getByRole('columnheader', { name: 'State' })].map((one) => one.getAttribute('aria-sort'))).toEqual(['none', null]);
  within(head).getByRole('button').focus();
  const shown: [string | null, string | null][] = [];
  for (const key of ['{Enter}', ' ', '{Enter}']) {
    await user.keyboard(key);
    shown.push([head.getAttribute('aria-sort'), screen.getByRole('status').textContent]);
  }
  expect(shown).toEqual([
    ['ascending', 'seen'],
    ['descending', '-seen'],
    ['none', 'own order'],
  ]);
});
