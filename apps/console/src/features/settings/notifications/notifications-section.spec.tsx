import { disableTelegram, inviteTelegram, setEmailNotifications } from '@leakwatch/contracts';
import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { makeNotificationSettings, TELEGRAM_FACES } from '../../../../mock/data/notification-settings.ts';
import type { World } from '../../../../mock/world.ts';
import { openPage } from '../../../app/open-page.fixture.tsx';

const section = () => within(screen.getByRole('region', { name: 'Notifications' }));
const showing = (face: keyof typeof TELEGRAM_FACES) => (world: World) => {
  world.notificationSettings = makeNotificationSettings(TELEGRAM_FACES[face]);
};

test('a link is made, and shown with its QR code', async () => {
  const { user } = await openPage('/settings');
  await user.click(section().getByRole('button', { name: 'Create a link' }));
  const link = await section().findByRole('link', { name: 'Open Telegram' });
  expect(link.getAttribute('href')).toBe(TELEGRAM_FACES.start.invite_link);
  section().getByRole('img', { name: /QR code/ });
});

test('a chat that asks is connected by the person, and disconnected after a question', async () => {
  const { user } = await openPage('/settings', { world: showing('authorization') });
  section().getByText('@irina_sokolova');
  await user.click(section().getByRole('button', { name: 'This is me, connect' }));
  await section().findByText('Connected chat: @irina_sokolova');
  await user.click(section().getByRole('button', { name: 'Disconnect' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('@irina_sokolova');
  await user.click(within(dialog).getByRole('button', { name: 'Disconnect' }));
  await section().findByRole('button', { name: 'Create a link' });
});

test('a paused chat says why, and is resumed by the person', async () => {
  const { user } = await openPage('/settings', { world: showing('paused') });
  section().getByText('Notifications to this chat are paused');
  await user.click(section().getByRole('button', { name: 'It is mine, resume' }));
  await section().findByText('Connected chat: @irina_sokolova');
});

test('the chat of a stranger is refused', async () => {
  const { world, user } = await openPage('/settings', { world: showing('authorization') });
  await user.click(section().getByRole('button', { name: 'This is not me' }));
  await section().findByRole('button', { name: 'Create a link' });
  expect(world.notificationSettings.telegram_notifications.status).toBe('inactive');
});

test('e-mail notifications that the server refuses are switched back; then they work', async () => {
  const { world, user } = await openPage('/settings', { world: (made) => made.refuse(setEmailNotifications, 503, 'unavailable') });
  const byMail = await section().findByRole<HTMLInputElement>('switch', { name: /By e-mail/ });
  await user.click(byMail);
  await screen.findByText('The e-mail notifications were not changed');
  await waitFor(() => expect(byMail.checked).toBe(false));
  world.refusals.clear();
  await user.click(byMail);
  await waitFor(() => expect(world.notificationSettings.email_notifications.enabled).toBe(true));
});

test('each failure of Telegram has its message', async () => {
  const invited = await openPage('/settings', { world: (made) => made.refuse(inviteTelegram, 503, 'telegram_unavailable') });
  await invited.user.click(section().getByRole('button', { name: 'Create a link' }));
  await screen.findByText(/Telegram cannot be reached/);
  const { user } = await openPage('/settings', {
    world: (made) => {
      showing('active')(made);
      made.refuse(disableTelegram, 503, 'unavailable');
    },
  });
  await user.click(section().getByRole('button', { name: 'Disconnect' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disconnect' }));
  await screen.findByText('Notifications in Telegram were not turned off');
});

test('where the organisation does not allow Telegram the button is disabled, with the reason', async () => {
  await openPage('/settings', { world: showing('off') });
  section().getByText(/Your organisation does not allow notifications in Telegram/);
  expect(section().getByRole('button', { name: 'Create a link' }).hasAttribute('disabled')).toBe(true);
});
