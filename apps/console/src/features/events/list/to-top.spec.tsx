import { afterEach, expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { openPage } from '../../../app/open-page.fixture.tsx';

const { scrollTo } = window;
afterEach(() => {
  Object.assign(window, { scrollTo, scrollY: 0 });
});

/** Scrolls the window, as a person does. */
const scroll = (to: number) =>
  act(() => {
    Object.assign(window, { scrollY: to });
    window.dispatchEvent(new Event('scroll'));
  });

test('a long way down the list a button leads back to its top', async () => {
  const { user } = await openPage('/?size=100');
  const button = () => screen.queryByRole('button', { name: 'To the top' });
  expect(button()).toBeNull();
  scroll(window.innerHeight + 1);
  const tops: unknown[] = [];
  Object.assign(window, { scrollTo: (to: unknown) => tops.push(to) });
  await user.click(await screen.findByRole('button', { name: 'To the top' }));
  expect(tops).toEqual([{ top: 0 }]);
  expect(document.activeElement?.id).toBe('content');
  scroll(0);
  expect(button()).toBeNull();
});
