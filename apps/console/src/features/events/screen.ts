import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import { SHARED_TEXTS } from '../../shared/i18n/texts.ts';
import type { Feature } from '../../shared/lib/feature.ts';
import { LATER_TEXTS, pageTexts, texts } from './screen-texts.ts';

export const events: Feature = {
  pages: [
    {
      path: '/',
      frame: 'main',
      roles: ACCESS_ROLES.user,
      texts: [texts, SHARED_TEXTS.detectors],
      later: LATER_TEXTS,
      load: async () => (await import('./events-page.tsx')).EventsPage,
    },
    {
      path: '/events/:id',
      frame: 'main',
      roles: ACCESS_ROLES.user,
      texts: [texts, SHARED_TEXTS.detectors, pageTexts],
      load: async () => (await import('./page/event-page.tsx')).EventPage,
    },
  ],
  menu: [
    { place: 'bar', order: 10, path: '/', title: { ru: 'События', en: 'Events' }, badge: 'events', covers: ['/events/'] },
    { place: 'user', order: 30, path: '/', title: { ru: 'Панель событий', en: 'Events dashboard' } },
  ],
};
