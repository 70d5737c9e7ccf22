import type { NotificationText, SystemKind } from './shape.ts';

export const en: Readonly<Record<SystemKind, NotificationText>> = {
  session_ended: {
    title: () => 'The session timed out',
    message: ({ at }) => `The session ended at ${at} UTC and its tasks were stopped. Begin a new session to go on.`,
  },
  tariff_expiring: {
    title: () => 'Your service ends soon',
    message: ({ at }) => `The service for your organisation ends at ${at} UTC; tasks stop then. Turn to support to prolong it.`,
  },
  source_failing: {
    title: ({ task }) => `A source cannot be searched: ${task}`,
    message: ({ task, source, error }) =>
      `The task “${task}” could not search the source ${source} (error code: ${error}). It is tried again; turn to support if the error stays.`,
  },
  repository_error: {
    title: ({ repository }) => `A repository cannot be read: ${repository}`,
    message: ({ task, repository, error }) =>
      `The repository “${repository}” of the task “${task}” could not be read (error code: ${error}). Check its address and access on the task's page.`,
  },
};
