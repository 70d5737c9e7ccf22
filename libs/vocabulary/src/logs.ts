/** The colour of a task log's tag. */
export const TASK_LOG_TYPES = ['success', 'warning', 'danger', 'none'] as const;
export type TaskLogType = (typeof TASK_LOG_TYPES)[number];

/** Messages of the task log; `count` is of files or documents for the first, of repositories, queries or channels for the second, and 0 for the others. */
export const TASK_LOG_MESSAGES = ['launch_done', 'launch_incomplete', 'launch_failed', 'launch_cancelled'] as const;
export type TaskLogMessage = (typeof TASK_LOG_MESSAGES)[number];

/** Where a technical notification comes from: staff, or a fact that the system observed. The last ones are for staff. */
export const NOTIFICATION_KINDS = [
  'staff',
  'session_ended',
  'tariff_expiring',
  'source_failing',
  'repository_error',
  'webhook_disabled',
  'recipients_waiting',
  'source_silent',
  'source_waiting',
  'limits_lowered',
  'storage_near',
  'storage_full',
  'storage_over',
  'organisation_storage',
  'organisation_limits',
  'sources_silent',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
