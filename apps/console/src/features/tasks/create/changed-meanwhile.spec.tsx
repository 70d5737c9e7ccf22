import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { mockId } from '../../../../mock/ids.ts';
import type { World } from '../../../../mock/world.ts';
import { openPage, settle } from '../../../app/open-page.fixture.tsx';

const ID = mockId(2, 5);
const PATH = `/task/update/${ID}`;

/** A colleague saves the form while it is open here. */
function colleagueSaves(world: World) {
  world.tasks = world.tasks.map((task) =>
    task.id === ID ? { ...task, recipients: [...task.recipients, 'theirs@corp.example'], edit_version: task.edit_version + 1 } : task,
  );
}
const titleField = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Title/ });

describe('two people edit the same task', () => {
  test('the form says who changed what, loads it on request, keeps what was typed, and saves over the new version', async () => {
    const { world, user } = await openPage(PATH);
    await user.clear(titleField());
    await user.type(titleField(), 'My new title');
    colleagueSaves(world);
    await user.click(screen.getByRole('button', { name: 'Update the task' }));
    await screen.findByText('It was changed meanwhile');
    screen.getByText(/anna@leakwatch\.example saved a change/);
    expect(titleField().value).toBe('My new title');
    expect(world.sent).toEqual([]);

    await user.click(screen.getByRole('button', { name: 'Load the new version' }));
    await screen.findByText('The new version is loaded. Check the fields before you save.');
    expect(titleField().value).toBe('My new title');
    await screen.findByText('theirs@corp.example');
    await user.click(screen.getByRole('button', { name: 'Update the task' }));
    await waitFor(() => expect(world.sent).toHaveLength(1));
    expect(world.sent[0]).toMatchObject({
      title: 'My new title',
      edit_version: 2,
      recipients: expect.arrayContaining(['theirs@corp.example']),
    });
  });

  test('the form of a task that someone deleted says so, and keeps what was typed', async () => {
    const { world, user } = await openPage(PATH);
    await user.type(titleField(), ' again');
    world.tasks = world.tasks.filter(({ id }) => id !== ID);
    await user.click(screen.getByRole('button', { name: 'Update the task' }));
    await screen.findByText(/^Someone deleted this while the form was open/);
    expect(titleField().value).toMatch(/ again$/);
  });

  test('until the next page opens, the button of a saved task keeps the focus and sends nothing more', async () => {
    const { world, user } = await openPage(PATH);
    await user.type(titleField(), ' again');
    const button = screen.getByRole('button', { name: 'Update the task' });
    await user.click(button);
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    await waitFor(() => expect(document.activeElement).toBe(button));
    await user.keyboard('{Enter}');
    await settle();
    expect(world.sent).toHaveLength(1);
  });

  test('a draft that was kept in this browser names the version over which it was typed', async () => {
    const { world, user } = await openPage(PATH);
    await user.type(titleField(), ' again');
    const draft = Object.entries({ ...localStorage }).find(([key]) => key.startsWith('leakwatch.draft'));
    expect(JSON.parse(String(draft?.[1]))).toMatchObject({ seen: { version: 1 } });
    expect(world.sent).toEqual([]);
  });
});
