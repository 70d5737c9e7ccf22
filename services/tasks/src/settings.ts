import { repositoryAddressSettings, SERVICE_PORTS } from '@leakwatch/contracts';
import { coreSettings, databaseSettings, setting, fingerprintSettings, sealingSettings } from '@leakwatch/platform';
import type { SourceType } from '@leakwatch/vocabulary';
import { z } from 'zod';

/** What a process of the tasks service is configured by. */
export const tasksSettings = z.object({
  ...coreSettings.shape,
  ...databaseSettings.shape,
  ...sealingSettings.shape,
  ...fingerprintSettings.shape,
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

const INTERVAL_SETTINGS = {
  github: 'LAUNCH_INTERVAL_SECONDS_GITHUB',
  gist: 'LAUNCH_INTERVAL_SECONDS_GIST',
  pastebin: 'LAUNCH_INTERVAL_SECONDS_PASTEBIN',
  gitlab_cloud: 'LAUNCH_INTERVAL_SECONDS_GITLAB_CLOUD',
  telegram: 'LAUNCH_INTERVAL_SECONDS_TELEGRAM',
  git_repo: 'LAUNCH_INTERVAL_SECONDS_GIT_REPO',
  google_docs: 'LAUNCH_INTERVAL_SECONDS_GOOGLE_DOCS',
} as const satisfies Record<SourceType, keyof TasksSettings>;

/** Pause between two launches of a task on the source, in seconds. */
export const pauseOf = (settings: TasksSettings, source: SourceType): number => settings[INTERVAL_SETTINGS[source]];
