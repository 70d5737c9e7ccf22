import { repositoryAddressSettings, SERVICE_PORTS } from '@leakwatch/contracts';
import { coreSettings, databaseSettings, setting } from '@leakwatch/platform';
import { z } from 'zod';

/** What a process of the tasks service is configured by. */
export const tasksSettings = z.object({
  ...coreSettings.shape,
  ...databaseSettings.shape,
  ...repositoryAddressSettings.shape,
  TASKS_URL: setting.serviceAddress('tasks', SERVICE_PORTS.tasks),
  LAUNCH_INTERVAL_SECONDS_GIT_REPO: setting.seconds(300).describe('Pause between two launches of a task on its git repositories'),
  LAUNCH_INTERVAL_SECONDS_GITHUB: setting.seconds(3600).describe('The same on GitHub, whose search gives each token 10 requests a minute'),
  LAUNCH_INTERVAL_SECONDS_GIST: setting
    .seconds(900)
    .describe('The same on gists: a longer pause could miss gists that have already left the public list'),
  LAUNCH_INTERVAL_SECONDS_PASTEBIN: setting.seconds(300).describe('The same on Pastebin, whose list of new pastes is short'),
  LAUNCH_INTERVAL_SECONDS_GITLAB_CLOUD: setting.seconds(3600).describe('The same on GitLab, whose search is limited for each account'),
  LAUNCH_INTERVAL_SECONDS_TELEGRAM: setting
    .seconds(300)
    .describe('The same on Telegram channels, which are read from the last message that was read'),
  LAUNCH_INTERVAL_SECONDS_GOOGLE_DOCS: setting
    .seconds(86_400)
    .describe('The same on Google documents, whose search has a small quota for a day'),
});
export type TasksSettings = z.output<typeof tasksSettings>;
