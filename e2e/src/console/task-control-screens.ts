import type { Screen } from './screen.ts';

const PATH = '/settings/tasks';

/** The tasks of all organisations for staff, and the dialog that shows what a confirmation lets run. */
export const TASK_CONTROL_SCREENS: readonly Screen[] = [
  { name: 'task-control', path: PATH, scenarios: ['full', 'empty', 'failing'], staff: true },
  { name: 'task-control-nothing', path: `${PATH}?text=no-such-task&field=author`, scenarios: ['full'], staff: true },
  ...[0, 1].map(
    (at): Screen => ({
      name: `task-control-confirm-${at}`,
      path: PATH,
      scenarios: ['full'],
      staff: true,
      act: async (page) => {
        await page
          .getByRole('button', { name: /^(Подтвердить задачу|Confirm the task)/ })
          .nth(at)
          .click();
        await page.waitForSelector('[role=dialog] li');
      },
    }),
  ),
];
