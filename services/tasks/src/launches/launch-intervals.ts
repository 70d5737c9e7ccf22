import type { SourceType } from '@leakwatch/vocabulary';
import type { TasksSettings } from '../settings.ts';

/** The setting of each source's pause between two launches; the reasons for the defaults stand with the settings. */
const SETTING_OF = {
  github: 'LAUNCH_INTERVAL_SECONDS_GITHUB',
  gist: 'LAUNCH_INTERVAL_SECONDS_GIST',
  pastebin: 'LAUNCH_INTERVAL_SECONDS_PASTEBIN',
  gitlab_cloud: 'LAUNCH_INTERVAL_SECONDS_GITLAB_CLOUD',
  telegram: 'LAUNCH_INTERVAL_SECONDS_TELEGRAM',
  git_repo: 'LAUNCH_INTERVAL_SECONDS_GIT_REPO',
  google_docs: 'LAUNCH_INTERVAL_SECONDS_GOOGLE_DOCS',
} as const satisfies Record<SourceType, keyof TasksSettings>;

/** In seconds. */
export const pauseOf = (settings: TasksSettings, source: SourceType): number => settings[SETTING_OF[source]];
