import { createNotification, organisationStorage } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ORGANISATION } from '../../../mock/data/tasks.ts';
import { openPage } from '../../app/open-page.fixture.tsx';

const PATH = `/settings/organisations/${ORGANISATION.id}`;
const staff = { staff: true };

describe('the page of an organisation', () => {
  test('leads from the table to what belongs to the organisation', async () => {
    const { user } = await openPage('/settings/organisations', staff);
    await user.click(await screen.findByRole('link', { name: ORGANISATION.name }));
    await waitFor(() => expect(window.location.pathname).toBe(PATH));
    await screen.findByRole('heading', { name: ORGANISATION.name });
    await screen.findByText(ORGANISATION.tariff.name);
    const links = (await screen.findAllByRole('link')).map((link) => link.getAttribute('href'));
    for (const path of ['tasks', 'accounts', 'service-accounts', 'proxies', 'statistics', 'git_monitoring', 'audit'])
      expect(links).toContain(`/settings/${path}?org=${ORGANISATION.id}`);
  });

  test('shows the storage with its quota, and the places in the queue', async () => {
    await openPage(PATH, staff);
    await screen.findByText(/86\.5 of 100 GB used \(the quota of the installation\)/);
    screen.getByText('Almost full');
    screen.getByText('74 GB, 42 in number');
    screen.getByText('2 of 5 organisations');
  });

  test('shows what the running tasks search, and what they do not', async () => {
    await openPage(PATH, staff);
    await screen.findByText('12,380 of 12,400');
    screen.getByText('2 repositories or queries cannot be read');
    screen.getByText('1 failing');
    screen.getByText('nothing known');
  });

  test('says which part did not load, and shows the others', async () => {
    await openPage(PATH, { ...staff, world: (made) => made.refuse(organisationStorage, 503, 'unavailable') });
    await screen.findByText('The storage did not load');
    await screen.findByText('2 of 5 organisations');
  });

  test('sends a notification, with both fields required, and keeps what was typed when it is refused', async () => {
    const { world, user } = await openPage(`${PATH}?dialog=notify`, staff);
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    dialog.getByText('Enter a title');
    dialog.getByText('Enter a message');
    await user.type(dialog.getByRole('textbox', { name: 'Title' }), ' Maintenance ');
    await user.type(dialog.getByRole('textbox', { name: 'Message' }), 'On Sunday');
    world.refuse(createNotification, 503, 'unavailable');
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    await dialog.findByText('The notification was not sent');
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('On Sunday');
  });

  test('sends a notification to the organisation', async () => {
    const { world, user } = await openPage(`${PATH}?dialog=notify`, staff);
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Title' }), ' Maintenance ');
    await user.type(dialog.getByRole('textbox', { name: 'Message' }), 'On Sunday');
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(world.sent).toEqual([{ organisation: ORGANISATION.id, title: 'Maintenance', message: 'On Sunday' }]));
    expect(window.location.search).toBe('');
  });
});
