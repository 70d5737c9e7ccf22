import { confirmIdentity } from '@leakwatch/contracts';
import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { GOOD_CODE } from '../../../mock/data/people.ts';
import { openPage } from '../../app/open-page.fixture.tsx';

const PATH = `/verify?code=${GOOD_CODE}`;
const facts = () => [...document.querySelectorAll('dd')].map((fact) => fact.textContent);
const inDialog = async (at: number) =>
  within(await screen.findByRole('dialog'))
    .getAllByRole('button')
    .at(at) ?? document.body;

test('shows the requester; an answer can be cancelled at the confirmation', async () => {
  const { user } = await openPage(PATH);
  expect(facts()).toEqual(['petr@corp.example', 'Ромашка', 'Пётр Лебедев']);
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await user.click(await inDialog(0));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await user.click(await inDialog(-1));
  await screen.findByRole('heading', { level: 1, name: 'The identity was approved' });
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});

test('a request can be declined', async () => {
  const { user } = await openPage(PATH);
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  await user.click(await inDialog(-1));
  await screen.findByRole('heading', { level: 1, name: 'The request was declined' });
});

test('unknown facts about the person are named as not specified', async () => {
  await openPage(PATH, { scenario: 'empty' });
  expect(facts()).toEqual(['petr@corp.example', 'Not specified', 'Not specified']);
});

test.each(['/verify?code=used', '/verify'])('%s shows the error page with the contact and the way back', async (path) => {
  await openPage(path);
  screen.getByRole('heading', { level: 1, name: 'The check failed' });
  screen.getByText(/support@leakwatch\.example/);
});

test('so does a refused answer, without a contact where there is none', async () => {
  const { user } = await openPage(PATH, {
    world: (world) => {
      world.settings = { ...world.settings, support_contact: null };
      world.refuse(confirmIdentity, 400, 'identity_code_invalid');
    },
  });
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await user.click(await inDialog(-1));
  await screen.findByRole('heading', { level: 1, name: 'The check failed' });
  screen.getByText(/contact your administrator/);
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Go to the main page' }));
  await waitFor(() => expect(window.location.pathname).toBe('/'));
});
