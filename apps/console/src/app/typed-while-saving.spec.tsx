import { changeProxy, changeTariff, createComment } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { mockId } from '../../mock/ids.ts';
import type { World } from '../../mock/world.ts';
import { FULL_ROWS, openPage } from './open-page.fixture.tsx';

const dialog = async () => within(await screen.findByRole('dialog'));

/** Holds every answer to a change back, until it is let go. */
function hold(world: World) {
  let release = () => {};
  world.held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return release;
}

/** Rules of one task each: a change of one that holds in every task is asked about first. */
const limitRules = (world: World) => {
  world.rules = world.rules.filter(({ task }) => task !== null).slice(1);
};

describe('a form that is being sent', () => {
  test.each([
    ['/settings/tariffs', 'Name'],
    ['/blacklist', 'Owner'],
  ])('at %s takes no changes, keeps the focus, and says that it is sent', async (path, name) => {
    const { user, world } = await openPage(path, { staff: path.startsWith('/settings'), world: limitRules });
    const [edit = document.body] = await screen.findAllByRole('button', { name: /^Edit: / });
    await user.click(edit);
    const form = await dialog();
    const field = await form.findByRole<HTMLInputElement>('textbox', { name });
    await user.type(field, '7');
    const sent = field.value;
    const release = hold(world);
    await user.keyboard('{Enter}');
    await form.findByText('Sending…');
    await user.keyboard('typed while it is sent');
    expect([field.value, field.readOnly, document.activeElement === field]).toEqual([sent, true, true]);
    release();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test.each([
    ['a press on its button', 'Save'],
    ['Enter in a field that is disabled meanwhile', 'Type'],
  ])('keeps the focus after %s', async (_, name) => {
    const { user, world } = await openPage(`/settings/proxies?dialog=${mockId(40, 7)}`, {
      staff: true,
      world: (made) => made.refuse(changeProxy, 503, 'unavailable'),
    });
    const form = await dialog();
    await user.type(form.getByRole('textbox', { name: 'Login' }), '7');
    const control = form.getByRole(name === 'Save' ? 'button' : 'combobox', { name });
    const release = hold(world);
    if (name === 'Save') await user.click(control);
    else {
      act(() => control.focus());
      fireEvent.submit(control.closest('form') ?? control);
    }
    await form.findByText('Sending…');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
    release();
    await form.findByRole('alert');
    await waitFor(() => expect(document.activeElement).toBe(control));
  });

  test('can be changed again after a refusal, and does not show the last one while it is sent again', async () => {
    const { user, world } = await openPage('/settings/tariffs', {
      staff: true,
      world: (made) => made.refuse(changeTariff, 500, 'internal'),
    });
    const [edit = document.body] = await screen.findAllByRole('button', { name: /^Edit: / });
    await user.click(edit);
    const form = await dialog();
    const field = form.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    await user.type(field, '7{Enter}');
    await form.findByRole('alert');
    const release = hold(world);
    await user.click(form.getByRole('button', { name: 'Save' }));
    await form.findByText('Sending…');
    expect(form.queryByRole('alert')).toBeNull();
    release();
    await form.findByRole('alert');
    await user.type(field, '8');
    expect(field.value).toMatch(/78$/);
  });

  test('is asked about and sent once when Enter is pressed twice before the question', async () => {
    const { user } = await openPage('/blacklist', {
      world: (made) => {
        made.rules = made.rules.map((rule) => ({ ...rule, global_state: true }));
      },
    });
    const [edit = document.body] = await screen.findAllByRole('button', { name: /^Edit: / });
    await user.click(edit);
    await user.type(await (await dialog()).findByRole('textbox', { name: 'Owner' }), '7{Enter}{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    // A second question would be there still.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText('The rule could not be saved')).toBeNull();
  });

  test('with a comment keeps the text that is sent', async () => {
    const { user, world } = await openPage('/?status=all', { stored: FULL_ROWS });
    const comments = () => within(screen.getAllByRole('group', { name: 'Comments' })[0] ?? document.body);
    await user.click(comments().getByRole('button', { name: 'Comment' }));
    const field = comments().getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
    const release = hold(world);
    await user.type(field, 'revoked{Control>}{Enter}{/Control}');
    await waitFor(() => expect(field.readOnly).toBe(true));
    await user.keyboard(' and more');
    expect([field.value, document.activeElement === field]).toEqual(['revoked', true]);
    world.refuse(createComment, 503, 'unavailable');
    release();
    await waitFor(() => expect(field.readOnly).toBe(false));
    await user.type(field, ' and more');
    expect(field.value).toBe('revoked and more');
  });
});
