/** What the changing history tells of, each once for each task or session that it happened to. */
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
