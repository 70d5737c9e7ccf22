import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { mockId } from '../../mock/ids.ts';
import type { World } from '../../mock/world.ts';
import { FULL_ROWS, openPage, settle } from './open-page.fixture.tsx';

const field = (name: string) => screen.findByRole('textbox', { name });
const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }));

/** The session ends, which the button that sends the form finds out where no poll did before; then somebody signs in. `as`: another person. */
async function signInAgain({ world, user }: { world: World; user: UserEvent }, send: string, as?: string): Promise<void> {
  world.signedIn = false;
  const button = screen.queryAllByRole('button', { name: send }).at(-1);
  if (button !== undefined) await user.click(button);
  await screen.findByText(/^You were signed out/);
  if (as !== undefined) world.settings = { ...world.settings, user_id: as };
  await user.type(await field('E-mail'), 'irina@corp.example');
  await user.type(screen.getByLabelText('Password'), 'right-password');
  await press(user, 'Sign in');
  await waitFor(() => expect(window.location.pathname).not.toBe('/login'));
  await settle();
}

describe('what was typed when the session ended is there again after the sign-in', () => {
  test.each([
    ['a rule of the blacklist', '/blacklist?dialog=new', 'Owner', 'Create', false],
    ['a webhook', '/settings/webhooks?create=true', 'Address', 'Create', false],
    ['a keyword group', '/settings/keywords?create=true', 'Name', 'Create', true],
    ['an organisation', '/settings/organisations?dialog=new', 'Name', 'Create organisation', true],
    ['an account', '/settings/accounts?dialog=new', 'First name', 'Create account', true],
    ['a service account', '/settings/service-accounts?dialog=new', 'Login', 'Add service account', true],
  ])('%s, and not for another person', async (_of, path, name, send, staff) => {
    const typed = 'https://typed.example';
    const type = async (user: UserEvent) => {
      await user.type(await field(name), typed);
      const keywords = screen.queryByRole('textbox', { name: 'Keywords' });
      if (keywords !== null) await user.type(keywords, 'corp');
    };
    const again = await openPage(path, { staff });
    await type(again.user);
    await signInAgain(again, send);
    expect(await field(name)).toHaveProperty('value', typed);

    const other = await openPage(path, { staff });
    expect(await field(name)).toHaveProperty('value', '');
    await type(other.user);
    await signInAgain(other, send, mockId(12, 99));
    expect(await field(name)).toHaveProperty('value', '');
  });
});

describe('the form of a proxy', () => {
  test('has what was typed again after the sign-in, without the password', async () => {
    const opened = await openPage('/settings/proxies', { staff: true });
    const [edit = document.body] = await screen.findAllByRole('button', { name: /^Edit: / });
    await opened.user.click(edit);
    await opened.user.type(await field('Login'), '-typed');
    await opened.user.type(screen.getByLabelText('Password'), 'typed-secret');
    const { value } = screen.getByRole<HTMLInputElement>('textbox', { name: 'Login' });
    await signInAgain(opened, 'Save');
    expect(await field('Login')).toHaveProperty('value', value);
    expect(screen.getByLabelText('Password')).toHaveProperty('value', '');
  });
});

describe('a comment that was being written when the session ended', () => {
  const ofFirst = () => within(screen.getAllByRole('group', { name: 'Comments' })[0] ?? document.body);

  test('is in its form after the sign-in', async () => {
    const opened = await openPage('/?status=all', { stored: FULL_ROWS });
    await opened.user.click(ofFirst().getByRole('button', { name: 'Comment' }));
    await opened.user.type(ofFirst().getByRole('textbox', { name: 'Comment' }), 'half a thought');
    await signInAgain(opened, 'Send');
    expect(await field('Comment')).toHaveProperty('value', 'half a thought');
  });

  test('is in its place where it changes one', async () => {
    const opened = await openPage('/?status=all', { stored: FULL_ROWS });
    await opened.user.click(ofFirst().getByRole('button', { name: 'Edit the comment' }));
    await opened.user.type(ofFirst().getByRole('textbox', { name: 'Comment' }), ' and more');
    const typed = ofFirst().getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value;
    await signInAgain(opened, 'Save');
    expect(await field('Comment')).toHaveProperty('value', typed);
    ofFirst().getByRole('button', { name: 'Save' });
  });

  test('is in the dialog for the same events', async () => {
    const opened = await openPage('/?status=all');
    await opened.user.keyboard('jxjx');
    await press(opened.user, 'Comment');
    await opened.user.type(await field('Comment'), 'to both');
    await signInAgain(opened, 'Send');
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByRole('heading', { name: 'Comment on 2 events' });
    expect(dialog.getByRole('textbox', { name: 'Comment' })).toHaveProperty('value', 'to both');
  });

  test('is not shown to another person', async () => {
    const opened = await openPage('/?status=all', { stored: FULL_ROWS });
    await opened.user.click(ofFirst().getByRole('button', { name: 'Comment' }));
    await opened.user.type(ofFirst().getByRole('textbox', { name: 'Comment' }), 'of the one before');
    await signInAgain(opened, 'Send', mockId(12, 99));
    await waitFor(() => ofFirst().getByRole('button', { name: 'Comment' }));
    await opened.user.click(ofFirst().getByRole('button', { name: 'Comment' }));
    expect(ofFirst().getByRole('textbox', { name: 'Comment' })).toHaveProperty('value', '');
  });
});

test('an assignment that was being chosen when the session ended is in its dialog for the same events', async () => {
  const opened = await openPage('/?status=all');
  await opened.user.keyboard('jxjx');
  await press(opened.user, 'Assign');
  await opened.user.type(await field('Due date'), '24.12.2031');
  await signInAgain(opened, 'Save');
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByRole('heading', { name: /2 events/ });
  expect(dialog.getByRole('textbox', { name: 'Due date' })).toHaveProperty('value', '24.12.2031');
  await opened.user.keyboard('{Escape}');
  await screen.findByRole('button', { name: 'Keep typing' });
});

test.each([
  ['the name of a view', '/?status=all', 'Save these filters…', 'Name', 'Save', false],
  ['a tariff', '/settings/tariffs', /^Create tariff/, 'Name', 'Create tariff', true],
  ['a regex template', '/settings/regex', /^Create/, 'Name', 'Create expression', true],
] as const)('%s that was being typed is there when its dialog is opened again', async (_of, path, open, name, send, staff) => {
  const opened = await openPage(path, { staff });
  const show = async () => opened.user.click((await screen.findAllByRole('button', { name: open }))[0] ?? document.body);
  await show();
  const dialog = within(await screen.findByRole('dialog'));
  await opened.user.type(dialog.getByRole('textbox', { name }), 'typed before');
  await signInAgain(opened, send);
  await show();
  expect(await field(name)).toHaveProperty('value', 'typed before');
});

test('a default password that was typed when the session ended is not kept', async () => {
  const opened = await openPage('/settings/accounts?dialog=new', { staff: true });
  await opened.user.type(await field('First name'), 'Olga');
  await opened.user.click(screen.getByRole('checkbox', { name: /password/i }));
  await opened.user.type(screen.getByLabelText(/^Default password/), 'Secret-word-1');
  await signInAgain(opened, 'Create account');
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'First name' })).value).toMatch(/Olga$/);
  expect(screen.getByLabelText(/^Default password/)).toHaveProperty('value', '');
});
