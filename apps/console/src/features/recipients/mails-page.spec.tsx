import { answerRecipient, checkRecipientCode } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { ORGANISATION } from '../../../mock/data/tasks.ts';
import type { World } from '../../../mock/world.ts';
import { openPage } from '../../app/open-page.fixture.tsx';

const signedOut = (world: World) => {
  world.signedIn = false;
};

describe('the page of the links to recipients', () => {
  test('asks before it confirms, needs no sign-in, and names the organisation alone', async () => {
    const { world, user } = await openPage('/mails?code=good-code', { world: signedOut });
    await screen.findByText(new RegExp(`The organisation “${ORGANISATION.name}” wants to send you`));
    expect(world.sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Get notifications' }));
    await screen.findByText(/The address is confirmed/);
    expect(world.sent).toEqual([{ wanted: true }]);
  });

  test('takes a refusal, after which mails may be wanted again', async () => {
    const { world, user } = await openPage('/mails?code=good-code', { world: signedOut });
    await user.click(await screen.findByRole('button', { name: 'Refuse' }));
    await screen.findByText(/You will get no more mails/);
    await user.click(screen.getByRole('button', { name: 'Get notifications' }));
    await waitFor(() => expect(world.sent).toEqual([{ wanted: false }, { wanted: true }]));
  });

  test('stops the mails by the link of one of them', async () => {
    const { world, user } = await openPage('/mails?code=stop-code', { locale: 'ru', world: signedOut });
    await screen.findByText(new RegExp(`Вы получаете уведомления Leakwatch от организации`));
    await user.click(screen.getByRole('button', { name: 'Отказаться от писем' }));
    await screen.findByText(/больше не будет/);
    expect(world.sent).toEqual([{ wanted: false }]);
  });

  test('says that a link has expired, and that one could not be checked', async () => {
    await openPage('/mails?code=old', { world: signedOut });
    await screen.findByText('The link has expired or is incomplete');
    await openPage('/mails', { world: signedOut });
    await screen.findByText('The link has expired or is incomplete');
    await openPage('/mails?code=good-code', { world: (world) => world.refuse(checkRecipientCode, 503, 'unavailable') });
    await screen.findByText('The link could not be checked');
  });

  test('shows why an answer was not taken', async () => {
    const { user } = await openPage('/mails?code=good-code', { world: (world) => world.refuse(answerRecipient, 503, 'unavailable') });
    await user.click(await screen.findByRole('button', { name: 'Get notifications' }));
    await screen.findByText(/temporarily unavailable/);
  });
});
