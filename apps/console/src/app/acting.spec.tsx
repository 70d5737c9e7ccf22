import { beginActing, endActing, listOrganisationOptions } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ORGANISATION } from '../../mock/data/tasks.ts';
import type { World } from '../../mock/world.ts';
import { openPage } from './open-page.fixture.tsx';

const PAGE = `/settings/organisations/${ORGANISATION.id}`;

const banner = () => document.querySelector('[data-acting][role=status]');
function workIn(world: World, until = new Date(Date.now() + 3_600_000)) {
  world.settings = { ...world.settings, is_staff: false, roles: { authenticated: true }, acting_until: until.toISOString() };
}

describe('work in an organisation’s name', () => {
  test('begins on the page of the organisation after a question, and leads to its pages with a notice', async () => {
    const { user } = await openPage(PAGE, { staff: true });
    await user.click(await screen.findByRole('button', { name: 'Work in its name' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/The organisation sees what you change as done by the support/);
    await user.click(dialog.getByRole('button', { name: 'Begin' }));
    await waitFor(() => expect(banner()?.textContent).toContain(`in the name of “${ORGANISATION.name}” as staff until`));
    await waitFor(() => expect(window.location.pathname).not.toBe(PAGE));
  });

  test('closes the pages of staff', async () => {
    await openPage('/settings/proxies', { staff: true, world: workIn });
    await waitFor(() => expect(window.location.pathname).toBe('/forbidden'));
    expect(banner()).not.toBeNull();
  });

  test('closes the webhooks, and offers them neither in the settings nor in the palette', async () => {
    await openPage('/settings/webhooks', { staff: true, world: workIn });
    await waitFor(() => expect(window.location.pathname).toBe('/forbidden'));
    const { user } = await openPage('/settings', { staff: true, world: workIn });
    const sections = within(await screen.findByRole('navigation', { name: 'Sections of the settings' }));
    expect(sections.queryByRole('link', { name: 'Webhooks' })).toBeNull();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: 'Command palette' }), 'Webhooks');
    await screen.findByText(/^Nothing found/);
  });

  test('ends by the button of the notice, and goes back to the page of the organisation', async () => {
    const { user } = await openPage('/settings/profile', { staff: true, world: workIn });
    await user.click(await screen.findByRole('button', { name: 'End' }));
    await waitFor(() => expect(window.location.pathname).toBe(PAGE));
    await screen.findByText(`You no longer work in the name of “${ORGANISATION.name}”`);
    expect(banner()).toBeNull();
  });

  test('stays where the end is refused, with the reason', async () => {
    const refuse = (world: World) => {
      workIn(world);
      world.refuse(endActing, 503, 'unavailable');
    };
    const { user } = await openPage('/settings/profile', { staff: true, world: refuse });
    await user.click(await screen.findByRole('button', { name: 'End' }));
    await screen.findByText('The work in the organisation’s name did not end');
    expect(banner()).not.toBeNull();
  });

  test('a call that is refused because the name has changed reads the settings again', async () => {
    const { world, user } = await openPage(PAGE, { staff: true });
    await user.click(await screen.findByRole('button', { name: 'Work in its name' }));
    const begin = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Begin' });
    // Not before the question is open: a call of the page that is refused would close it.
    workIn(world);
    world.refuse(beginActing, 409, 'acting_changed');
    world.refuse(listOrganisationOptions, 409, 'acting_changed');
    await user.click(begin);
    await waitFor(() => expect(banner()).not.toBeNull());
  });

  test('is shown in Russian', async () => {
    await openPage('/settings/profile', { staff: true, locale: 'ru', world: workIn });
    await waitFor(() => expect(banner()?.textContent).toContain(`от имени «${ORGANISATION.name}» как сотрудник Leakwatch до`));
  });
});
