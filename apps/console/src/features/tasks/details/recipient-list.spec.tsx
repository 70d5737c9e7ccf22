import { askRecipient } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { openPage } from '../../../app/open-page.fixture.tsx';
import { mockId } from '../../../../mock/ids.ts';

const PATH = `/task/${mockId(2, 1)}`;

describe('the recipients of a task', () => {
  test('have their states, and a mail is sent again to one whose link has expired', async () => {
    const { world, user } = await openPage(PATH);
    await screen.findByText('Confirmed', { selector: 'span' });
    await screen.findByText('Link expired');
    await user.click(screen.getByRole('button', { name: 'Send again: duty@corp.example' }));
    await screen.findByText('Waiting for confirmation');
    expect(world.sent).toEqual([{ email: 'duty@corp.example' }]);
  });

  test('keep the state when the mail was refused, with the reason', async () => {
    const { user } = await openPage(PATH, { world: (world) => world.refuse(askRecipient, 429, 'too_many_requests') });
    await user.click(await screen.findByRole('button', { name: 'Send again: duty@corp.example' }));
    await screen.findByText('The mail was not sent');
    screen.getByText('Link expired');
  });

  test('have their states for staff too, of whichever organisation the task is, without a button', async () => {
    await openPage(PATH, { staff: true });
    await screen.findByText('Link expired');
    screen.getByText('Confirmed', { selector: 'span' });
    expect(screen.queryByRole('button', { name: /Send again/ })).toBeNull();
  });
});
