/** Actions of the changing history, one entry for each task or launch session that was changed. */
export const TASK_ACTIONS = [
  'create',
  'update',
  'start',
  'stop',
  'start_right_now',
  'confirm',
  'block',
  'delete',
  'session_start',
  'session_stop',
  'session_timeout',
] as const;
export type TaskAction = (typeof TASK_ACTIONS)[number];
