import { exceededIn, type NotificationText, sentences, type SystemKind } from './shape.ts';

const exceeded = exceededIn({ tasks: 'running tasks', patterns: 'their patterns', launches: 'launches' }, 'limit');

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
    message: ({ task, source, reason }) =>
      sentences(`The task “${task}” could not search the source ${source}.`, reason, 'If the error persists, contact support.'),
  },
  repository_error: {
    title: ({ repository }) => `A repository cannot be read: ${repository}`,
    message: ({ task, repository, reason }) =>
      sentences(
        `The repository “${repository}” of the task “${task}” could not be read.`,
        reason,
        'Its address and credentials can be changed on the task page.',
      ),
  },
  webhook_disabled: {
    title: ({ webhook }) => `A webhook was disabled: ${webhook}`,
    message: ({ webhook, reason }) =>
      sentences(
        `The webhook to ${webhook} was disabled.`,
        reason,
        'Check the receiver, then enable the webhook in the settings. Deliveries that were given up can be sent again from its log.',
      ),
  },
  recipients_waiting: {
    title: () => 'Recipients have to confirm their addresses',
    message: () =>
      'Some recipients of your tasks have no account in your organisation. Each of them got a mail with a link, and gets no notifications until the link is used. The page of a task shows who has not confirmed yet.',
  },
  source_silent: {
    title: ({ task }) => `A source has gone quiet: ${task}`,
    message: ({ task, source, at }) =>
      `The source ${source} of the task “${task}” responds, but since ${at} UTC it has had nothing new, which is longer than usual. Leaks may be missed. Support has been notified.`,
  },
  source_waiting: {
    title: ({ task }) => `A search is waiting: ${task}`,
    message: ({ task, source, at, reason }) =>
      sentences(`The search of the source ${source} for the task “${task}” has made no progress since ${at} UTC.`, reason),
  },
  storage_near: {
    title: () => 'Your storage is almost full',
    message: ({ used, quota }) =>
      `Your organisation uses ${used} of ${quota} GB. When the storage is full, the content of documents with leaks is no longer kept. Delete tasks that you do not need, or contact support.`,
  },
  storage_full: {
    title: () => 'Your storage is full',
    message: ({ used, quota }) =>
      `Your organisation uses ${used} of ${quota} GB. Leaks are still found, but the full content of documents is not kept any more. Delete tasks that you do not need, or contact support.`,
  },
  storage_over: {
    title: () => 'Your storage is full: new repositories are not read',
    message: ({ used, quota }) =>
      `Your organisation uses ${used} of ${quota} GB. Repositories that are monitored already are still searched; new ones are not read. Delete tasks that you do not need, or contact support.`,
  },
  organisation_storage: {
    title: ({ organisation }) => `The storage of an organisation is running out: ${organisation}`,
    message: ({ organisation, used, quota }) =>
      `“${organisation}” uses ${used} of ${quota} GB. Its quota can be changed on the page of organisations.`,
  },
  limits_lowered: {
    title: () => 'The limits of your tariff were lowered',
    message: (details) =>
      `Your organisation uses more than its tariff now allows: ${exceeded(details)}. Tasks that are running continue. Further tasks cannot be started until you are within the limits. Stop tasks that you do not need, or contact support.`,
  },
  organisation_limits: {
    title: ({ organisation }) => `An organisation exceeds its lowered limits: ${organisation}`,
    message: (details) =>
      `“${details.organisation}” uses more than its tariff now allows: ${exceeded(details)}. Its running tasks continue, and further ones cannot be started. The organisation has been notified.`,
  },
  sources_silent: {
    title: ({ source }) => `A source has gone quiet: ${source}`,
    message: ({ source, at }) =>
      `Queries, streams or channels of ${source} respond, but since ${at} UTC they have had nothing new, which is longer than usual. Details are on the fleet page.`,
  },
};
