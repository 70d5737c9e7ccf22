import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { openPage } from '../../../app/open-page.fixture.tsx';

test('the focus goes into the set-up of a second factor, and back with "Cancel"', async () => {
  const { user } = await openPage('/settings');
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  const field = await screen.findByRole('textbox', { name: /^Code/ });
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement?.contains(field)).toBe(true);
  const around = document.activeElement ?? document.body;
  const cancel = [...around.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel');
  await user.click(cancel ?? document.body);
  await waitFor(() => expect(document.activeElement?.contains(screen.getByRole('button', { name: 'Turn on' }))).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
});

test('the message that a wrong code left goes away with the right one', async () => {
  const { user } = await openPage('/settings');
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  const field = await screen.findByRole('textbox', { name: /^Code/ });
  const typeCode = async (code: string) => {
    await user.click(field);
    await user.paste(code);
  };
  await typeCode('000000');
  await screen.findByText('Two-factor authentication was not turned on');
  await typeCode('123456');
  await screen.findByText('Two-factor authentication is on');
  await waitFor(() => expect(screen.queryByText('Two-factor authentication was not turned on')).toBeNull());
});
