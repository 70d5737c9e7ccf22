import { generateTokenPost, revokeTokenPost } from '@leakwatch/contracts';
import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { openPage } from '../../../app/open-page.fixture.tsx';

const section = () => within(screen.getByRole('region', { name: 'API token' }));
const answer = async (name: string) => within(await screen.findByRole('dialog')).getByRole('button', { name });
const HAS_TOKEN = { created: '2026-01-01T00:00:00.000Z', last_used: null };

test('a token is generated and shown once, replaced and revoked after a question', async () => {
  const { world, user } = await openPage('/settings');
  await user.click(section().getByRole('button', { name: 'Generate a token' }));
  const token = (await section().findByLabelText('API token', { selector: '[data-token]' })).textContent ?? '';
  expect(token).toMatch(/^lw_/);
  expect(document.activeElement).toHaveProperty('textContent', token);
  await user.click(section().getByRole('button', { name: 'Done' }));
  expect(document.body.textContent).not.toContain(token);
  await section().findByText(/Not yet/);
  expect(document.activeElement).toBe(section().getByRole('button', { name: 'Generate a new token' }));
  await user.click(section().getByRole('button', { name: 'Generate a new token' }));
  await user.click(await answer('Cancel'));
  expect(document.querySelector('[data-token]')).toBeNull();
  await user.click(section().getByRole('button', { name: 'Revoke' }));
  await user.click(await answer('Revoke'));
  await section().findByText('There is no token.');
  expect(world.apiToken.created).toBeNull();
});

test('a failure says which it was', async () => {
  const { user } = await openPage('/settings', {
    world: (world) => {
      world.apiToken = HAS_TOKEN;
      world.refuse(revokeTokenPost, 503, 'unavailable');
      world.refuse(generateTokenPost, 429, 'too_many_requests');
    },
  });
  await user.click(section().getByRole('button', { name: 'Revoke' }));
  await user.click(await answer('Revoke'));
  await screen.findByText('The token was not revoked');
  await user.click(section().getByRole('button', { name: 'Generate a new token' }));
  await user.click(await answer('Generate a new token'));
  await screen.findByText('The token was not generated');
});
