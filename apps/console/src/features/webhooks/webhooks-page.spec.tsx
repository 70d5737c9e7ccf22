import {
  changeWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayGivenUpDeliveries,
  replayWebhookDelivery,
  testWebhook,
} from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { mockId } from '../../../mock/ids.ts';
import { openPage } from '../../app/open-page.fixture.tsx';

const PATH = '/settings/webhooks';
const LOG = `${PATH}?log=${mockId(60, 1)}`;
const cards = () => within(screen.getByRole('region', { name: 'Webhooks' })).queryAllByRole('listitem');
const card = (address: string) => {
  const found = cards().find((one) => one.textContent?.includes(address) === true);
  if (found === undefined) throw new Error(`no ${address}`);
  return within(found);
};
const inDialog = async (name: string) => within(await screen.findByRole('dialog')).getByRole('button', { name });
const row = (number: number) => {
  const found = screen.getAllByRole('row')[number];
  if (found === undefined) throw new Error(`no row ${number}`);
  return within(found);
};

describe('the list of webhooks', () => {
  test('shows what each sends and whether that works', async () => {
    await openPage(PATH);
    expect(cards()).toHaveLength(3);
    card('https://siem.corp.example').getByText('Active');
    card('https://siem.corp.example').getByText(/The old secret signs too until/);
    card('https://hooks.slack.com').getByText('Failing: 3 failed attempts in a row');
    card('https://hooks.slack.com').getByText('New events · Slack message');
    const disabled = card('security-operations');
    disabled.getByText('Deliveries failed for too long');
    expect(disabled.getByRole('button', { name: /^Send a test/ }).hasAttribute('disabled')).toBe(true);
  });

  test('says to who is in no organisation that there are none, without an error', async () => {
    await openPage(PATH, { staff: true, world: (world) => void (world.settings = { ...world.settings, organisation: null }) });
    await screen.findByRole('heading', { name: 'You are not in an organisation' });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('button', { name: 'Add a webhook' })).toHaveProperty('disabled', true);
  });

  test('adds one and shows its secret once', async () => {
    const { world, user } = await openPage(PATH);
    await user.click(screen.getByRole('button', { name: 'Add a webhook' }));
    const address = await screen.findByRole('textbox', { name: /Address/ });
    await user.type(address, 'http://example.org/hook');
    await user.click(await inDialog('Add a webhook'));
    await screen.findByText('The address must begin with https://');
    await user.clear(address);
    await user.type(address, 'https://127.0.0.1/');
    await user.click(await inDialog('Add a webhook'));
    await screen.findByText('Private and local addresses are not allowed');
    await user.clear(address);
    await user.type(address, 'https://example.org/hook');
    await user.click(screen.getByRole('checkbox', { name: 'Status changes' }));
    await user.click(await inDialog('Add a webhook'));
    const secret = (await screen.findByLabelText('Secret', { selector: '[data-secret]' })).textContent ?? '';
    expect(secret).toMatch(/^lwwh_/);
    await user.click(await inDialog('Done'));
    await waitFor(() => expect(document.body.textContent).not.toContain(secret));
    expect(world.sent.at(-1)).toEqual({ url: 'https://example.org/hook', events: ['event.created'], format: 'plain' });
    await waitFor(() => expect(cards()).toHaveLength(4));
  });

  test('is refused after a colleague saved a change; what was typed stays in the new version', async () => {
    const { world, user } = await openPage(`${PATH}?edit=${mockId(60, 1)}`);
    const box = await screen.findByRole('checkbox', { name: 'Status changes' });
    world.webhooks = world.webhooks.map((one) => (one.id === mockId(60, 1) ? { ...one, format: 'ocsf', version: 2 } : one));
    await user.click(box);
    await user.click(await inDialog('Save'));
    await user.click(await screen.findByRole('button', { name: 'Load the new version' }));
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Body' })).toHaveProperty('value', 'ocsf'));
    expect(box).toHaveProperty('checked', false);
    expect(world.webhooks[0]?.events).toHaveLength(2);
    await user.click(await inDialog('Save'));
    await waitFor(() => expect(world.webhooks[0]).toMatchObject({ events: ['event.created'], format: 'ocsf' }));
  });

  test('changes one without its address, gives it a new secret, disables and deletes it', async () => {
    const { world, user } = await openPage(PATH);
    const choose = async (name: string) => {
      await user.click(card('siem.corp').getByRole('button', { name: /^Actions/ }));
      await user.click(await screen.findByRole('menuitem', { name, hidden: true }));
    };
    await choose('Edit');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Body' }), 'OCSF Detection Finding');
    await user.click(await inDialog('Save'));
    await waitFor(() => expect(world.webhooks[0]).toMatchObject({ address: 'https://siem.corp.example', format: 'ocsf' }));
    await choose('New secret');
    await user.click(await inDialog('New secret'));
    await user.click(await screen.findByRole('button', { name: 'Done' }));
    await choose('Disable');
    await waitFor(() => expect(world.webhooks[0]?.active).toBe(false));
    await choose('Delete');
    await user.click(await inDialog('Delete'));
    await waitFor(() => expect(cards()).toHaveLength(2));
  });

  test('a second new secret within a day says that the oldest one stops at once', async () => {
    const signsUntil = new Date(Date.now() + 60_000).toISOString();
    const { user } = await openPage(PATH, {
      world: (world) => void (world.webhooks = world.webhooks.map((one) => ({ ...one, old_secret_until: signsUntil }))),
    });
    await user.click(card('siem.corp').getByRole('button', { name: /^Actions/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'New secret', hidden: true }));
    expect((await screen.findByRole('dialog', { name: 'New secret' })).textContent).toContain('It stops at once');
  });

  test('the webhook that takes the place of a deleted one gets the focus, also where a colleague was first', async () => {
    const { world, user } = await openPage(PATH);
    const remove = async () => {
      await user.click(within(cards()[0] ?? document.body).getByRole('button', { name: /^Actions/ }));
      await user.click(await screen.findByRole('menuitem', { name: 'Delete', hidden: true }));
    };
    await remove();
    await user.click(await inDialog('Delete'));
    await waitFor(() => expect(cards()).toHaveLength(2));
    await waitFor(() => expect(cards()[0]?.contains(document.activeElement)).toBe(true));
    await remove();
    world.webhooks = world.webhooks.slice(1);
    await user.click(await inDialog('Delete'));
    await waitFor(() => expect(cards()).toHaveLength(1));
    await waitFor(() => expect(cards()[0]?.contains(document.activeElement)).toBe(true));
  });

  test('says what to do when it is empty, and what failed', async () => {
    await openPage(PATH, { locale: 'ru', scenario: 'empty' });
    screen.getByText('Вебхуков пока нет');
    await openPage(PATH, { world: (world) => world.refuse(listWebhooks, 500, 'internal') });
    expect(screen.getByRole('alert').textContent).toContain('The webhooks could not be loaded');
    const { user } = await openPage(PATH, { world: (world) => world.refuse(changeWebhook, 503, 'unavailable') });
    await user.click(card('siem.corp').getByRole('button', { name: /^Actions/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Disable', hidden: true }));
    await screen.findByText('The webhook was not changed');
  });
});

describe('the log of a webhook', () => {
  test('shows each delivery with its last answer', async () => {
    await openPage(LOG);
    row(1).getByText('Waiting');
    row(1).getByText('HTTP 503, 48 ms');
    row(1).getByText('<h1>Service Unavailable</h1>');
    row(2).getByText('Open → Fixed');
    row(3).getByText('The certificate is not valid');
    row(4).getByText('The webhook was disabled');
  });

  test('sends again and sends a test', async () => {
    const { world, user } = await openPage(LOG);
    await user.click(row(4).getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(world.deliveries[3]?.status).toBe('pending'));
    await user.click(screen.getByRole('button', { name: 'Send a test' }));
    await waitFor(() => expect(world.deliveries[0]?.kind).toBe('test'));
    await user.click(screen.getByRole('button', { name: 'All webhooks' }));
    await waitFor(() => expect(cards()).toHaveLength(3));
  });

  test('sends everything again that was given up, after a question with the number, and offers nothing where there is nothing', async () => {
    const { world, user } = await openPage(LOG, {
      world: (world) => {
        const [, , , lost] = world.deliveries;
        if (lost === undefined) throw new Error('no delivery');
        const more = Array.from({ length: 1_233 }, (_, n) => ({ ...lost, id: mockId(63, n) }));
        world.deliveries = [...world.deliveries, ...more];
      },
    });
    const button = () => screen.getByRole('button', { name: 'Send 1,234 again' });
    await user.click(button());
    const question = await screen.findByRole('dialog');
    expect(question.textContent).toContain('1,234 deliveries that were given up will be sent to https://siem.corp.example again');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(world.deliveries[3]?.status).toBe('failed');
    await user.click(button());
    await user.click(await inDialog('Send again'));
    await screen.findByText('1,234 deliveries are being sent again');
    // The test that failed stays.
    expect(world.deliveries.filter(({ status }) => status === 'failed')).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Send [\d,]+ again$/ })).toBeNull());
  });

  test('says that everything could not be sent again, and does not offer it while the webhook is disabled', async () => {
    const { user } = await openPage(LOG, {
      world: (world) => void world.refuse(replayGivenUpDeliveries, 429, 'too_many_requests'),
    });
    await user.click(screen.getByRole('button', { name: 'Send 1 again' }));
    await user.click(await inDialog('Send again'));
    await screen.findByText('The deliveries were not sent again');
    await openPage(`${PATH}?log=${mockId(60, 3)}`, { locale: 'ru' });
    expect(screen.getByRole('button', { name: 'Отправить недоставленные: 1' })).toHaveProperty('disabled', true);
  });

  test('shows the deliveries of one state alone, also from a link', async () => {
    const { user } = await openPage(`${LOG}&state=failed`);
    expect(screen.getAllByRole('row')).toHaveLength(3);
    await user.click(screen.getByRole('combobox', { name: 'State' }));
    await user.click(await screen.findByRole('option', { name: 'All deliveries', hidden: true }));
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(3));
    await openPage(`${LOG}&state=failed`, { world: (world) => void (world.deliveries = []) });
    screen.getByRole('heading', { name: 'There are no such deliveries' });
    screen.getByRole('combobox', { name: 'State' });
  });

  test('says that a colleague deleted the webhook meanwhile, and leads to those that are left', async () => {
    const { world, user } = await openPage(LOG);
    world.webhooks = world.webhooks.filter(({ id }) => id !== mockId(60, 1));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByRole('heading', { name: /^The webhook .+ was deleted$/ });
    expect(screen.queryByText(/Could not refresh/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'All webhooks' }));
    await waitFor(() => expect(cards()).toHaveLength(2));
  });

  test('shows that a colleague disabled the webhook, and enabled it again, after a refresh or a refusal', async () => {
    const { world, user } = await openPage(LOG);
    const setActive = (active: boolean) => {
      world.webhooks = world.webhooks.map((one) => (one.id === mockId(60, 1) ? { ...one, active } : one));
    };
    const test = () => screen.getByRole('button', { name: 'Send a test' });
    setActive(false);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(test()).toHaveProperty('disabled', true));
    setActive(true);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(test()).toHaveProperty('disabled', false));
    setActive(false);
    world.refuse(testWebhook, 409, 'webhook_inactive');
    await user.click(test());
    await waitFor(() => expect(test()).toHaveProperty('disabled', true));
  });

  test.each(['log', 'edit'])('of a webhook that does not exist any more (%s) says so above those that are left', async (name) => {
    await openPage(`${PATH}?${name}=${mockId(60, 99)}`);
    await screen.findByText('There is no webhook at this link: it may have been deleted.');
    expect(cards()).toHaveLength(3);
  });

  test('is reached from a test, and says what failed', async () => {
    const { user } = await openPage(PATH);
    await user.click(card('siem.corp').getByRole('button', { name: /^Send a test/ }));
    await screen.findByRole('region', { name: /^Deliveries to/ });
    await openPage(LOG, { world: (world) => world.refuse(listWebhookDeliveries, 500, 'internal') });
    await screen.findByText('The log could not be loaded');
    const failing = await openPage(LOG, {
      world: (world) => {
        world.refuse(replayWebhookDelivery, 409, 'webhook_inactive');
        world.refuse(testWebhook, 429, 'too_many_requests');
      },
    });
    await failing.user.click(row(2).getByRole('button', { name: 'Send again' }));
    await screen.findByText('The delivery was not sent again');
  });
});
