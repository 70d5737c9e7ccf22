import { consoleAddress } from '@leakwatch/platform';
import type { DigestLinks } from './digest-text.ts';
import type { EventsSettings } from '../settings.ts';

/** Where a digest of a task leads. */
export const digestLinks = (settings: EventsSettings, task: string): DigestLinks => ({
  events: consoleAddress(settings, '/', { task }),
  settings: consoleAddress(settings, '/settings'),
});
