import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { World } from '../../mock/world.ts';
import { mockId } from '../../mock/ids.ts';
import { openPage } from './open-page.fixture.tsx';
import { dialogOf } from './table.fixture.ts';

interface Edited {
  readonly path: string;
  /** A colleague saves a change after the dialog opened. */
  readonly changedBy: (world: World) => void;
  /** The field that the person types in. */
  readonly typed: string;
  readonly text?: string;
  /** The field that the colleague changed, and what it is then. */
  readonly theirs: readonly [string, string];
}

const over = <T extends { readonly id: string }>(all: readonly T[], id: string, change: Partial<T>): T[] =>
  all.map((one) => (one.id === id ? { ...one, ...change, version: 2 } : one));

const EDITED: Readonly<Record<string, Edited>> = {
  tariff: {
    path: `/settings/tariffs?dialog=${mockId(9, 51)}`,
    changedBy: (world) => (world.tariffs.count_launch = over(world.tariffs.count_launch, mockId(9, 51), { task_limit: 77 })),
    typed: 'Name',
    theirs: ['Running tasks', '77'],
  },
  organisation: {
    path: `/settings/organisations?dialog=${mockId(8, 2)}`,
    changedBy: (world) => (world.organisations = over(world.organisations, mockId(8, 2), { description: 'Theirs' })),
    typed: 'Name',
    theirs: ['Description', 'Theirs'],
  },
  account: {
    path: `/settings/accounts?dialog=${mockId(12, 1)}`,
    changedBy: (world) => (world.accounts = over(world.accounts, mockId(12, 1), { last_name: 'Theirs' })),
    typed: 'First name',
    theirs: ['Last name', 'Theirs'],
  },
  proxy: {
    path: `/settings/proxies?dialog=${mockId(40, 7)}`,
    changedBy: (world) => (world.proxies = over(world.proxies, mockId(40, 7), { port: 8077 })),
    typed: 'Login',
    theirs: ['Port', '8077'],
  },
  'service account': {
    path: `/settings/service-accounts?dialog=${mockId(41, 7)}`,
    changedBy: (world) => (world.serviceAccounts = over(world.serviceAccounts, mockId(41, 7), { phone: '+70000000000' })),
    typed: 'Login',
    theirs: ['Telephone', '+70000000000'],
  },
  'keyword set': {
    path: `/settings/keywords?edit=${mockId(10, 1)}`,
    changedBy: (world) =>
      (world.keywordSets = over(world.keywordSets, mockId(10, 1), { keywords: [{ id: mockId(11, 1), name: 'theirs' }] })),
    typed: 'Name',
    theirs: ['Words', 'theirs'],
  },
  'regex template': {
    path: `/settings/regex?edit=${mockId(7, 1)}`,
    changedBy: (world) => (world.regexTemplates = over(world.regexTemplates, mockId(7, 1), { hint: 'Theirs' })),
    typed: 'Name',
    theirs: ['Hint', 'Theirs'],
  },
};

test.each(Object.entries(EDITED))('a %s that a colleague changed meanwhile', async (_, { path, changedBy, typed, theirs }) => {
  const { world, user } = await openPage(path, { staff: true });
  const dialog = await dialogOf();
  const field = await dialog.findByRole('textbox', { name: new RegExp(`^${typed}`) });
  await user.clear(field);
  await user.type(field, 'mine');
  changedBy(world);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('anna@leakwatch.example saved a change while this form was open.', { exact: false });
  expect(dialog.getByRole('alert').textContent).toContain('Changed: Name, Port');
  expect(world.sent).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Load the new version' }));
  const loaded = await dialog.findByText('The new version is loaded. Check the fields before you save.');
  expect(document.activeElement).toBe(loaded);
  const [name, text] = theirs;
  expect(dialog.getByRole('textbox', { name: new RegExp(`^${name}`) })).toHaveProperty('value', text);
  expect(dialog.getByRole('textbox', { name: new RegExp(`^${typed}`) })).toHaveProperty('value', 'mine');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(world.sent).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(Object.values(world.sent[0] ?? {})).toContain('mine');
});

test('one that was deleted meanwhile says so, and what was typed stays', async () => {
  const { world, user } = await openPage(`/settings/proxies?dialog=${mockId(40, 7)}`, { staff: true });
  const dialog = await dialogOf();
  const login = dialog.getByRole('textbox', { name: /^Login/ });
  await user.clear(login);
  await user.type(login, 'mine');
  world.proxies = over(world.proxies, mockId(40, 7), {});
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const load = await dialog.findByRole('button', { name: 'Load the new version' });
  world.proxies = world.proxies.filter(({ id }) => id !== mockId(40, 7));
  await user.click(load);
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Load the new version' })).toBeNull());
  expect(dialog.getByRole('alert').textContent).toContain('Someone deleted this while the form was open');
  expect(login).toHaveProperty('value', 'mine');
});

test('a rule of the blacklist that a colleague changed meanwhile', async () => {
  const id = mockId(31, 5);
  const { world, user } = await openPage(`/blacklist?dialog=${id}`);
  const dialog = await dialogOf();
  const owner = await dialog.findByRole('textbox', { name: /^Owner/ });
  await user.clear(owner);
  await user.type(owner, 'mine');
  world.rules = world.rules.map((rule) =>
    rule.id === id ? { ...rule, source_type: 'gist', update_at: '2026-11-20T12:00:00.000Z' } : rule,
  );
  const save = () => user.click(dialog.getByRole('button', { name: 'Save' }));
  await save();
  await user.click(await dialog.findByRole('button', { name: 'Load the new version' }));
  await dialog.findByText('The new version is loaded. Check the fields before you save.');
  expect(owner).toHaveProperty('value', 'mine');
  expect(dialog.getByRole('combobox', { name: 'Source' })).toHaveProperty('value', 'gist');
  await save();
  await waitFor(() => expect(world.rules[0]).toMatchObject({ rule_owner: 'mine', source_type: 'gist' }));
});

test.each([
  ['before it is saved', false],
  ['before the new version is loaded', true],
])('a rule of the blacklist that a colleague deleted %s', async (_, wasChanged) => {
  const id = mockId(31, 5);
  const { world, user } = await openPage(`/blacklist?dialog=${id}`);
  const dialog = await dialogOf();
  const owner = await dialog.findByRole('textbox', { name: /^Owner/ });
  await user.clear(owner);
  await user.type(owner, 'mine');
  const remove = () => (world.rules = world.rules.filter((rule) => rule.id !== id));
  if (wasChanged) world.rules = world.rules.map((rule) => (rule.id === id ? { ...rule, update_at: '2026-11-20T12:00:00.000Z' } : rule));
  else remove();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  if (wasChanged) {
    const load = await dialog.findByRole('button', { name: 'Load the new version' });
    remove();
    await user.click(load);
  }
  await dialog.findByText('Someone deleted this while the form was open: it cannot be saved.', { exact: false });
  expect(dialog.queryByRole('button', { name: 'Load the new version' })).toBeNull();
  expect(owner).toHaveProperty('value', 'mine');
});
