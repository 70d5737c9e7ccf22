import { expect, test } from '@jest/globals';
import { makeNotificationSettings, TELEGRAM_FACES } from '../../apps/console/mock/data/notification-settings.ts';
import { setStage } from './console/stage.ts';

// The states and actions of the section are tested beside it, in jsdom; its poll runs in the browser's own time.
const stage = setStage();

test('a newly connected chat appears without a reload', async () => {
  const page = await stage.openPage('en');
  await stage.visit(page, '/settings');
  const section = page.getByRole('region', { name: 'Notifications' });
  await section.getByRole('button', { name: 'Create a link' }).click();
  await section.getByRole('link', { name: 'Open Telegram' }).waitFor();
  stage.world().notificationSettings = makeNotificationSettings(TELEGRAM_FACES.authorization);
  await section.getByText('@irina_sokolova').waitFor({ timeout: 15_000 });
  await section.getByRole('button', { name: 'This is me, connect' }).click();
  await section.getByText('Connected chat: @irina_sokolova').waitFor();
  expect(stage.world().notificationSettings.telegram_notifications.status).toBe('active');
});
