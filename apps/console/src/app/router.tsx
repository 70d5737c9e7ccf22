import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { settingsApi } from '../shared/api/settings.ts';
import { withTexts } from '../shared/i18n/i18n.ts';
import { CODE_TEXTS, FRAME_TEXTS } from '../shared/i18n/texts.ts';
import type { Frame, Page } from '../shared/lib/feature.ts';
import { PAGES } from './features.ts';
import { CrashPage } from './pages/crash-page.tsx';
import { StartSpinner } from './pages/start-spinner.tsx';
import type { Store } from './store.ts';

/** Loads code and its texts side by side. */
const open = async ({ load, texts }: Pick<Page, 'load' | 'texts'>): Promise<{ Component: ComponentType }> => ({
  Component: await withTexts(load, texts),
});

const openPage = ({ frame, load, texts, later }: Page) =>
  open({ load, texts: frame === 'none' || later !== undefined ? texts : [...texts, CODE_TEXTS] });

const pagesIn = (frame: Frame): RouteObject[] =>
  PAGES.filter((page) => page.frame === frame).map((page) =>
    'to' in page ? { path: page.path, element: <Navigate to={page.to} replace /> } : { path: page.path, lazy: () => openPage(page) },
  );

const mainFrame = (store: Store) => () => {
  // Requested while the code is loaded: the frame shows nothing before it knows who is signed in.
  void store.dispatch(settingsApi.endpoints.getSettings.initiate(undefined, { subscribe: false }));
  return open({ texts: [FRAME_TEXTS], load: async () => (await import('./layout/main-frame.tsx')).MainFrame });
};
const settingsFrame = () => open({ texts: [], load: async () => (await import('./layout/settings-frame.tsx')).SettingsFrame });

/** Each page is a chunk of its own: the login page does not load the frame, the events or the tasks. */
const routes = (store: Store): RouteObject[] => [
  {
    ErrorBoundary: CrashPage,
    HydrateFallback: StartSpinner,
    children: [
      ...pagesIn('none'),
      {
        lazy: mainFrame(store),
        children: [{ ErrorBoundary: CrashPage, children: [...pagesIn('main'), { lazy: settingsFrame, children: pagesIn('settings') }] }],
      },
    ],
  },
];

/** Begins at once to load the page of the address. */
export const createRouter = (store: Store) => createBrowserRouter(routes(store));
