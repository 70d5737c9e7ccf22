import { blacklistRuleEvents } from '@leakwatch/contracts';
import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { makeRule } from '../../../mock/data/blacklist.ts';
import { makeEvent } from '../../../mock/data/events.ts';
import { captureStream } from '../../app/live-stream.fixture.ts';
import { openPage } from '../../app/open-page.fixture.tsx';

test('an empty list names what the person can do: staff create no rules', async () => {
  await openPage('/blacklist', { scenario: 'empty' });
  screen.getByText(/^Create a rule here or from an event/);
  await openPage('/blacklist', {
    scenario: 'empty',
    staff: true,
    world: (world) => {
      world.settings = { ...world.settings, organisation: null };
    },
  });
  expect(screen.queryByText(/^Create a rule here/)).toBeNull();
  screen.getByText(/^The people of an organisation create rules/);
});

test('events that were moved by a rule are moved once, and can be restored, when the answer was lost', async () => {
  const { user, world } = await openPage('/blacklist', {
    world: (made) => {
      made.rules = [makeRule(1, { block_type: 'owner', source_type: 'github', rule_owner: 'evil', rule_repo: '', task: null })];
      made.events = [9, 8].map((number) => makeEvent(number, { status: 'open', source_type: 'github', username: 'evil' }));
    },
  });
  const statuses = () => world.events.map(({ status }) => status);
  world.lost.add(blacklistRuleEvents);
  await user.click(await screen.findByRole('button', { name: /^Move matching events/ }));
  await user.click(await screen.findByRole('button', { name: 'Move 2 events' }));
  await screen.findByText(/it is not applied twice/);
  expect(statuses()).toEqual(['blacklist', 'blacklist']);
  world.lost.clear();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('2 events were blacklisted');
  await user.click(screen.getByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(statuses()).toEqual(['open', 'open']));
});

test('a rule that a colleague makes appears without a visit to the page', async () => {
  const stream = captureStream();
  const { world } = await openPage('/blacklist', {
    world: (made) => {
      made.rules = [makeRule(1, { block_type: 'owner', rule_owner: 'evil' })];
    },
  });
  await screen.findByText('evil');
  world.rules = [...world.rules, makeRule(2, { block_type: 'owner', rule_owner: 'worse' })];
  stream.notify('settings');
  await screen.findByText('worse');
  stream.stop();
});
