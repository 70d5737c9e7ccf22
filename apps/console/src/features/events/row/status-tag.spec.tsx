import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { FULL_ROWS, openPage } from '../../../app/open-page.fixture.tsx';

/** A status of a newer server than the page. */
const LATER = 'escalated';

describe('a status that the page does not know', () => {
  test.each([
    ['en', {}, 'Custom: escalated'],
    ['ru', FULL_ROWS, 'Особый: escalated'],
  ] as const)('is shown as custom, in %s', async (locale, stored, shown) => {
    const { world, user } = await openPage('/?status=all&rows=event', {
      locale,
      stored,
      world: (it) => {
        const changes = { 1_700_000_000: { actor: 'ann', new_status: LATER } };
        for (const event of it.events) Object.assign(event, { status: LATER, status_changes: changes });
      },
    });
    const [row = document.body] = screen.getAllByRole('article');
    within(row).getByText(shown);
    expect(row.getAttribute('aria-label')).toContain(shown);
    const [title = row] = within(row).getAllByRole('link');
    await user.click(title);
    // Its page shows the status, and its history the change to it.
    await waitFor(() => expect(screen.getAllByText(new RegExp(`${shown}$`)).length).toBeGreaterThan(1));
    expect(world.faults.splice(0).filter((fault) => !/invalid_value[^]*"status"|Invalid key/.test(fault))).toEqual([]);
  });
});
