import { consoleAddress } from '@leakwatch/platform';
import type { DigestLinks } from './digest-text.ts';
import type { EventsSettings } from '../settings.ts';

/** Where a digest of a task leads; `code` is that of a recipient outside the organisation. */
export const digestLinks = (settings: EventsSettings, task: string, code: string | null = null): DigestLinks => ({
  events: consoleAddress(settings, '/', { task }),
  settings: consoleAddress(settings, '/settings'),
  stop: code === null ? null : consoleAddress(settings, '/mails', { code }),
});
