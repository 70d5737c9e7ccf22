import { expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { RIGHT_CODE } from '../../../../mock/nouns/two-factor.ts';
import { openPage } from '../../../app/open-page.fixture.tsx';

const open = () =>
  openPage('/settings', {
    world: (world) => {
      world.secondFactor = { active: true, mandatory: false };
    },
  });
const section = () => within(screen.getByRole('region', { name: 'Two-factor authentication' }));
const button = (name: string) => section().findByRole('button', { name });
/** The focus is on what holds an element, and not on the whole page. */
const holdsFocus = async (element: () => HTMLElement) => {
  await waitFor(() => expect(document.activeElement?.contains(element())).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
};
const asksAtReload = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));

test('"Cancel" gives the focus back to the button that asked for a code', async () => {
  const { user } = await open();
  for (const name of ['New recovery codes', 'Turn off']) {
    await user.click(await button(name));
    expect(document.activeElement).toBe(section().getByRole('textbox', { name: /^Code/ }));
    await user.click(await button('Cancel'));
    expect(document.activeElement).toBe(await button(name));
  }
});

test('the focus goes to new recovery codes, which a reload does not take away unasked, and back after them', async () => {
  const { user } = await open();
  await user.click(await button('New recovery codes'));
  await user.keyboard(RIGHT_CODE);
  const codes = await section().findByRole('list', { name: 'Recovery codes' });
  await holdsFocus(() => codes);
  expect(asksAtReload()).toBe(true);
  await user.click(section().getByRole('checkbox'));
  expect(asksAtReload()).toBe(false);
  await user.click(await button('Done'));
  await holdsFocus(() => section().getByRole('button', { name: 'New recovery codes' }));
});

test('after the second factor was turned off, the focus is where it is turned on', async () => {
  const { user } = await open();
  await user.click(await button('Turn off'));
  await user.keyboard(RIGHT_CODE);
  await holdsFocus(() => section().getByRole('button', { name: 'Turn on' }));
});
