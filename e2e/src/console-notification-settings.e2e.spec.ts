import { describe, expect, test } from '@jest/globals';
import { disableTelegram, inviteTelegram, setEmailNotifications } from '@leakwatch/contracts';
import type { Page } from 'playwright-core';
import { makeNotificationSettings, TELEGRAM_FACES } from '../../apps/console/mock/data/notification-settings.ts';
import { setStage, until } from './console/stage.ts';
import { shows } from './console/shows.ts';

// The notifications section of the settings, against the typed mock server.
const stage = setStage();

const section = (page: Page) => page.getByRole('region', { name: 'Notifications' });

async function open(): Promise<Page> {
  const page = await stage.openPage('en');
  await stage.visit(page, '/settings');
  await section(page).getByText('By e-mail').waitFor();
  return page;
}

describe('notifications in Telegram', () => {
  test('a link, a chat that asks, the person’s word, and the end', async () => {
    const page = await open();
    await section(page).getByRole('button', { name: 'Make a link' }).click();
    const link = section(page).getByRole('link', { name: 'Open Telegram' });
    await link.waitFor();
    await shows(() => link.getAttribute('href'), TELEGRAM_FACES.start.invite_link);
    await section(page).getByRole('img', { name: 'QR code' }).waitFor();
    // Somebody starts the bot: the poll, ten seconds at the most, shows who.
    stage.world().notificationSettings = makeNotificationSettings(TELEGRAM_FACES.authorization);
    await section(page).getByText('@irina_sokolova').waitFor({ timeout: 15_000 });
    await section(page).getByRole('button', { name: 'It is me, connect' }).click();
    await section(page).getByText('Connected chat: @irina_sokolova').waitFor();
    await section(page).getByRole('button', { name: 'Disconnect' }).click();
    await page.waitForSelector('[role=dialog]:has-text("@irina_sokolova")');
    await page.locator('[role=dialog] button').last().click();
    await section(page).getByRole('button', { name: 'Make a link' }).waitFor();
  });

  test('a stranger’s chat is sent away', async () => {
    stage.world().notificationSettings = makeNotificationSettings(TELEGRAM_FACES.authorization);
    const page = await open();
    await section(page).getByRole('button', { name: 'It is not me' }).click();
    await section(page).getByRole('button', { name: 'Make a link' }).waitFor();
    expect(stage.world().notificationSettings.telegram_notifications.status).toBe('inactive');
  });

  test('each failure has its message', async () => {
    stage.world().refuse(inviteTelegram, 503, 'telegram_unavailable');
    stage.world().refuse(setEmailNotifications, 503, 'unavailable');
    const page = await open();
    await section(page).getByRole('button', { name: 'Make a link' }).click();
    await page.waitForSelector('[role=alert]:has-text("Telegram cannot be reached")');
    const byMail = section(page).getByRole('switch', { name: 'By e-mail' });
    await byMail.click();
    await page.waitForSelector('[role=alert]:has-text("The e-mail notifications were not changed")');
    await shows(() => byMail.isChecked(), false);
    stage.world().refusals.clear();
    await byMail.click();
    await until(() => stage.world().notificationSettings.email_notifications.enabled);
    stage.world().notificationSettings = makeNotificationSettings(TELEGRAM_FACES.active);
    stage.world().refuse(disableTelegram, 503, 'unavailable');
    await stage.visit(page, '/settings');
    await section(page).getByRole('button', { name: 'Disconnect' }).click();
    await page.locator('[role=dialog] button').last().click();
    await page.waitForSelector('[role=alert]:has-text("The Telegram notifications were not switched off")');
  });

  test('where the organisation does not allow it the button is off, with the reason', async () => {
    stage.world().notificationSettings = makeNotificationSettings(TELEGRAM_FACES.off);
    const page = await open();
    await section(page).getByText('Your organisation does not allow notifications in Telegram').waitFor();
    await shows(() => section(page).getByRole('button', { name: 'Make a link' }).isDisabled(), true);
  });
});
