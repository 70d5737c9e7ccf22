import { consoleAddress, type ServiceSettings } from '@leakwatch/platform';
import type { DigestLinks } from './digest-text.ts';

/** Where a digest of a task leads. */
export const digestLinks = (settings: ServiceSettings, task: string): DigestLinks => ({
  events: consoleAddress(settings, '/', { task }),
  settings: consoleAddress(settings, '/settings'),
});
