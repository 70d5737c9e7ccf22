import { describe, expect, test } from '@jest/globals';
import { countLaunches } from '../../apps/console/mock/nouns/launch-sessions.ts';
import { setStage, until } from './console/stage.ts';
import { shows } from './console/shows.ts';

const HOUR_MS = 3_600_000;
const stage = setStage();
const selected = 'role=checkbox[name="Select the task “Monitoring of billing 1”"]';

describe('sessions', () => {
  test('a launch session: tasks are chosen, the use of a launch is confirmed, the time counts down, the session is ended', async () => {
    const launches = countLaunches(stage.world());
    const page = await stage.openPage('en');
    await stage.visit(page, '/tasks');
    await page.waitForSelector('text=4 of 5 launches left');
    await shows(() => page.locator(selected).count(), 0);
    await page.locator('role=switch[name="Launch session mode"]').check({ force: true });
    await page.click('role=button[name="Start a launch session"]');
    await page.waitForSelector('text=Select at least one stopped task');
    await page.check(selected);
    await page.click('role=button[name="Start a launch session: 1"]');
    await page.waitForSelector('text=This uses 1 of the 4 launches left');
    await page.click('role=dialog >> role=button[name="Cancel"]');
    expect(launches.used).toBe(1);
    await page.click('role=button[name="Start a launch session: 1"]');
    await page.click('role=dialog >> role=button[name="Start the launch session"]');
    await page.waitForSelector('text=A launch session is running');
    expect(launches.used).toBe(2);
    const clock = page.locator('role=timer');
    const first = await clock.textContent();
    await until(() => stage.world().tasks[0]?.status === true);
    await page.waitForFunction((before) => document.querySelector('[role=timer]')?.textContent !== before, first);
    // A further task joins without a confirmation.
    await page.check('role=checkbox[name="Select the task “Monitoring of billing 3”"]');
    await page.click('role=button[name="Add to the launch session: 1"]');
    await until(() => stage.world().tasks[2]?.status === true);
    expect(launches.used).toBe(2);
    await page.click('role=button[name="End the launch session"]');
    await page.click('role=dialog >> role=button[name="End the launch session"]');
    await page.waitForSelector('text=3 of 5 launches left');
    expect(stage.world().tasks.filter((task) => task.status)).toEqual([]);
  });

  test('after its end no task can be started or stopped; after the pause the list refreshes', async () => {
    const launches = countLaunches(stage.world(), { endTime: Date.now() + HOUR_MS });
    const page = await stage.openPage('en');
    await page.clock.install();
    await stage.visit(page, '/tasks');
    await page.waitForSelector('text=A launch session is running');
    launches.endTime = Date.now();
    await page.clock.fastForward(HOUR_MS);
    await page.waitForSelector('text=The launch session is over and running checks are being stopped');
    await shows(() => page.locator('role=button[name="Stop the task “Monitoring of billing 1”"]').isDisabled(), true);
    launches.endTime = null;
    stage.world().tasks = stage.world().tasks.map((task) => ({ ...task, status: false }));
    await page.waitForSelector('text=4 of 5 launches left');
    await page.waitForSelector('role=button[name="Start the task “Monitoring of billing 1”"]');
  });

  test('a start outside a launch session asks for a confirmation too; with no launch left it says why it is refused', async () => {
    countLaunches(stage.world());
    const page = await stage.openPage('en');
    await stage.visit(page, '/tasks');
    await page.click('role=button[name="Start the task “Monitoring of billing 1”"]');
    await page.waitForSelector('text=This uses 1 of the 4 launches left');
  });
});

describe('a task', () => {
  test('is deleted after a confirmation, with its events when that is ticked', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/tasks');
    const button = 'role=button[name="Delete the task “Monitoring of billing 3”"]';
    await page.click(button);
    await page.click('role=dialog >> role=button[name="Cancel"]');
    expect(stage.world().tasks).toHaveLength(5);
    await page.click(button);
    await page.check('role=dialog >> role=checkbox');
    await page.click('role=dialog >> role=button[name="Delete"]');
    await page.waitForSelector(button, { state: 'detached' });
    expect(stage.world().deletedWithEvents).toEqual([true]);
  });

  test('can be created only with a tariff; a monitoring task always', async () => {
    stage.world().organisation = null;
    const page = await stage.openPage('en');
    await stage.visit(page, '/tasks');
    await shows(() => page.locator('role=link[name="Create a task"]').count(), 0);
    await shows(() => page.locator('role=link[name="Deep search"]').count(), 0);
    expect(await page.locator('role=link[name="Monitor repositories"]').count()).toBeGreaterThan(0);
  });
});
