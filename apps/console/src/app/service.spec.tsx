import type { ServiceState } from '@leakwatch/vocabulary';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { World } from '../../mock/world.ts';
import { openPage } from './open-page.fixture.tsx';

const notice = () => document.querySelector('[data-service]');
const inState = (service: ServiceState) => (world: World) => {
  const { organisation } = world.settings;
  world.settings = { ...world.settings, organisation: organisation && { ...organisation, service } };
  for (const task of world.tasks) task.status = false;
};
/** Pages of customers that offer what the server refuses to an organisation that is not served. */
const PAGES = ['/', '/tasks', '/task/create', '/reports', '/blacklist'];

describe('an organisation that is not served', () => {
  test.each(PAGES)('%s says what does not work, whom to ask, and leads to the tariff', async (path) => {
    await openPage(path, { world: inState('ended') });
    await waitFor(() => expect(notice()?.textContent).toContain('The service of your organisation has ended'));
    expect(notice()?.textContent).toContain('Contact: support@leakwatch.example.');
    expect(screen.getByRole('link', { name: 'Tariff and dates' }).getAttribute('href')).toBe('/profile');
  });

  test('a served one has no notice', async () => {
    await openPage('/tasks');
    await screen.findByRole('link', { name: 'Create a task' });
    expect(notice()).toBeNull();
  });

  test.each([
    ['inactive', 'Not while your organisation is inactive'],
    ['ended', 'The service of your organisation has ended'],
    ['not_begun', 'Not before the service of your organisation begins'],
  ] as const)('%s: no task is started, and the button says why', async (state, why) => {
    await openPage('/tasks', { world: inState(state) });
    const [start] = await screen.findAllByRole<HTMLButtonElement>('button', { name: /^Start / });
    expect([start?.disabled, start?.title]).toEqual([true, why]);
  });

  test('while it is inactive no form of a task is offered, and one that is open is not saved', async () => {
    await openPage('/tasks', { world: inState('inactive') });
    expect((await screen.findByRole('button', { name: 'Create a task' })).getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByRole('link', { name: 'Monitor repositories' })).toBeNull();
    for (const button of await screen.findAllByRole<HTMLButtonElement>('button', { name: /^Delete / })) expect(button.disabled).toBe(true);
    await openPage('/', { world: inState('inactive') });
    await screen.findByRole('button', { name: 'Generate report' });
    expect(screen.queryByRole('link', { name: 'Create task' })).toBeNull();
    await openPage('/git_monitoring/create', { world: inState('inactive') });
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Create the task' });
    expect(save.disabled).toBe(true);
    await screen.findByText('Not while your organisation is inactive');
  });

  test('a person who was removed from the organisation sees a notice, and is offered no task', async () => {
    await openPage('/tasks', { world: (world) => (world.settings = { ...world.settings, organisation: null }) });
    await waitFor(() => expect(notice()?.textContent).toContain('Your account belongs to no organisation'));
    expect((await screen.findByRole('button', { name: 'Create a task' })).getAttribute('aria-disabled')).toBe('true');
    await openPage('/settings/tasks', { staff: true, world: (world) => (world.settings = { ...world.settings, organisation: null }) });
    expect(notice()).toBeNull();
  });

  test('outside its dates tasks can be prepared', async () => {
    await openPage('/tasks', { world: inState('not_begun') });
    await screen.findByRole('link', { name: 'Create a task' });
  });
});
