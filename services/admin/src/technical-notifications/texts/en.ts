import type { NotificationText, SystemKind } from './shape.ts';

export const en: Readonly<Record<SystemKind, NotificationText>> = {
  session_ended: {
    title: () => 'The launch session has ended',
    message: ({ at }) => `The launch session ended at ${at} UTC and its tasks were stopped. To continue, start a new session.`,
  },
  tariff_expiring: {
    title: () => 'Your service expires soon',
    message: ({ at }) =>
      `The service for your organisation expires at ${at} UTC, and its tasks will be stopped then. To extend it, contact support.`,
  },
  source_failing: {
    title: ({ task }) => `A source cannot be searched: ${task}`,
    message: ({ task, source, error }) =>
      `The task “${task}” could not search the source ${source} (error code: ${error}). The search will be retried. If the error persists, contact support.`,
  },
  repository_error: {
    title: ({ repository }) => `A repository cannot be read: ${repository}`,
    message: ({ task, repository, error }) =>
      `The repository “${repository}” of the task “${task}” could not be read (error code: ${error}). Check its address and credentials on the task page.`,
  },
  webhook_disabled: {
    title: ({ webhook }) => `A webhook was disabled: ${webhook}`,
    message: ({ webhook, error }) =>
      `The webhook to ${webhook} was disabled because its deliveries fail or too many are waiting (error code: ${error}). Check the receiver, then enable the webhook in the settings. Deliveries that were given up can be sent again from its log.`,
  },
};
