import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

const texts = { ru: () => import('./texts/ru/index.ts'), en: () => import('./texts/en/index.ts') };

const pageTexts = { ru: () => import('./page/texts/ru.ts'), en: () => import('./page/texts/en.ts') };

export const events: Feature = {
  pages: [
    {
      path: '/',
      frame: 'main',
      roles: ACCESS_ROLES.user,
      // The panel shows what the page of an event does.
      texts: [texts, pageTexts],
      load: async () => (await import('./events-page.tsx')).EventsPage,
    },
    {
      path: '/events/:id',
      frame: 'main',
      roles: ACCESS_ROLES.user,
      texts: [texts, pageTexts],
      load: async () => (await import('./page/event-page.tsx')).EventPage,
    },
  ],
  menu: [
    { place: 'bar', order: 10, path: '/', title: { ru: 'События', en: 'Events' }, badge: 'events', covers: ['/events/'] },
    { place: 'user', order: 30, path: '/', title: { ru: 'Панель событий', en: 'Events dashboard' } },
  ],
};
