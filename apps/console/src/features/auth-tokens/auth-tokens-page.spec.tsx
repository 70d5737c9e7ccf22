import { listTokens, revokeAnyToken } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { openPage } from '../../app/open-page.fixture.tsx';
import { tableCells } from '../../app/table.fixture.ts';

const PATH = '/settings/tokens';
const staff = { staff: true };
const rowsOf = () => tableCells();
const MOMENT = /^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/;
const PAVEL = 'pavel.konstantinopolsky@corp.example';

describe('the table of API tokens', () => {
  test('shows prefix and ending, user, organisation and creation, and no token', async () => {
    await openPage(PATH, staff);
    expect(rowsOf()).toHaveLength(10);
    const [first, second, third, fourth] = rowsOf();
    expect(first).toEqual([
      'lw_…a00Z',
      'irinairina@corp.example',
      'ООО «Пример»',
      expect.stringMatching(MOMENT),
      expect.stringMatching(MOMENT),
      '',
    ]);
    expect(second?.[1]).toContain('Account deactivated');
    expect(second?.[4]).toBe('never');
    // Generated before endings were kept.
    expect(third?.[0]).toBe('lw_…');
    expect(fourth?.[2]).toBe('–');
  });

  test('has pages in the address', async () => {
    await openPage(`${PATH}?page=2`, staff);
    expect(rowsOf()).toHaveLength(2);
  });

  test('says when there is none and when it did not load', async () => {
    await openPage(PATH, { ...staff, scenario: 'empty' });
    screen.getByText('No API tokens yet');
    await openPage(PATH, { ...staff, world: (made) => made.refuse(listTokens, 503, 'unavailable') });
    expect(screen.getByRole('alert').textContent).toContain('The tokens did not load');
  });

  test('is forbidden to users who are not staff, and absent from their menu', async () => {
    await openPage(PATH);
    screen.getByRole('heading', { level: 1, name: 'No access' });
    await openPage('/settings');
    expect(screen.queryByRole('link', { name: 'API tokens' })).toBeNull();
  });
});

describe('revoking', () => {
  const openQuestion = async (user: Awaited<ReturnType<typeof openPage>>['user']) => {
    await user.click(screen.getByRole('button', { name: `Revoke the token of ${PAVEL}` }));
    return within(await screen.findByRole('dialog'));
  };

  test('asks first and names the user', async () => {
    const { world, user } = await openPage(PATH, staff);
    const question = await openQuestion(user);
    question.getByText(`Programs that use the token of ${PAVEL} lose access at once.`, { exact: false });
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(world.authTokens).toHaveLength(12);
    await user.click((await openQuestion(user)).getByRole('button', { name: 'Revoke' }));
    await screen.findByText(`The token of ${PAVEL} was revoked`);
    expect(world.authTokens).toHaveLength(11);
    await waitFor(() => expect(rowsOf()[1]?.[0]).toBe('lw_…'));
  });

  test('says why it failed, and reads the list again', async () => {
    const { world, user } = await openPage(PATH, staff);
    world.refuse(revokeAnyToken, 404, 'not_found');
    const question = await openQuestion(user);
    world.authTokens = world.authTokens.slice(5);
    await user.click(question.getByRole('button', { name: 'Revoke' }));
    await screen.findByText('The token was not revoked');
    await waitFor(() => expect(rowsOf()).toHaveLength(7));
  });
});
