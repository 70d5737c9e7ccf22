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
