import { createProxies } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { openPage } from '../../app/open-page.fixture.tsx';
import { cellsOf, dialogOf, selectedIn, tableRows } from '../../app/table.fixture.ts';

const PATH = '/settings/proxies';
const staff = { staff: true };
const addresses = () => tableRows().map((row) => cellsOf(row)[0]);
/** jsdom places nothing, so an open list counts as hidden. */
const HIDDEN = { hidden: true };

describe('adding a list', () => {
  const open = async (text: string) => {
    const opened = await openPage(`${PATH}?dialog=new`, staff);
    const dialog = await dialogOf();
    const list = dialog.getByRole('textbox', { name: 'List' });
    if (text !== '') {
      await opened.user.click(list);
      await opened.user.paste(text);
    }
    return { ...opened, dialog, list, submit: () => opened.user.click(dialog.getByRole('button', { name: /^Add/ })) };
  };

  test('adds every entry, says how many, and closes', async () => {
    const { world, submit } = await open('203.0.113.1:3128:user:pass\n  socks5://203.0.113.2:1080:user:pa:ss \n');
    await submit();
    await screen.findByText('2 proxies added');
    expect(world.sent).toEqual([
      {
        company: null,
        proxies: ['203.0.113.1:3128:user:pass', 'socks5://203.0.113.2:1080:user:pa:ss'],
        reserved_for_discovery: false,
      },
    ]);
    await waitFor(() => expect(addresses()).toContain('203.0.113.2:1080userSOCKS5'));
    expect(window.location.search).toBe('');
  });

  test('names the first malformed entry in a message, selects it, sends nothing and keeps the text', async () => {
    const text = '203.0.113.1:3128:user:pass\n203.0.113.256:3128:user:pass\nbad';
    const { world, list, dialog, submit } = await open(text);
    await submit();
    expect((await screen.findByRole('alert')).textContent).toBe('Validation failed: 203.0.113.256:3128:user:pass');
    dialog.getByText('Entry 2 is not ip:port:login:password');
    expect(list).toHaveProperty('value', text);
    expect(selectedIn(list)).toBe('203.0.113.256:3128:user:pass');
    expect(world.sent).toEqual([]);
  });

  test('keeps a malformed entry, which may hold a password, out of the recent messages', async () => {
    const { user, dialog, submit } = await open('203.0.113.1:3128:user');
    await submit();
    await screen.findByText('Validation failed: 203.0.113.1:3128:user');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: /User menu/ }));
    await user.click(await screen.findByRole('menuitem', { ...HIDDEN, name: 'Recent messages' }));
    await screen.findByText('No errors or warnings so far.');
  });

  test('asks for an entry, and refuses more than the server takes at once', async () => {
    const { world, user, dialog, list, submit } = await open('');
    await submit();
    dialog.getByText('Paste at least one proxy');
    await user.click(list);
    await user.paste(Array.from({ length: 10_001 }, (_, at) => `203.0.113.1:${at + 1}:u:p`).join('\n'));
    await submit();
    dialog.getByText('Too many proxies: add at most 10,000 at once');
    expect(world.sent).toEqual([]);
  });

  test('shows at the list which proxies are there already, and any other failure above the buttons', async () => {
    const { world, dialog, list, submit } = await open('198.51.100.1:3128:leakwatch:pass');
    await submit();
    await waitFor(() => expect(list.getAttribute('aria-invalid')).toBe('true'));
    dialog.getByText(/Already in the list.*198\.51\.100\.1:3128/);
    world.refuse(createProxies, 503, 'unavailable');
    await submit();
    expect((await dialog.findByRole('alert')).textContent).toContain('The proxies were not added');
  });
});
