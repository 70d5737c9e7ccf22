import { Navigate, Outlet, type RouteObject } from 'react-router-dom';
import { settingsApi } from '../../shared/api/settings.ts';
import { withTexts } from '../../shared/i18n/i18n.ts';
import { CODE_TEXTS, FRAME_TEXTS } from '../../shared/i18n/texts.ts';
import type { Frame, Page } from '../../shared/lib/feature.ts';
import { PAGES } from '../features.ts';
import type { Store } from '../store.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import { Part, ShownPart } from './part.tsx';

/** Loads code and its texts side by side. */
const open = ({ load, texts }: Pick<Page, 'load' | 'texts'>) => withTexts(load, texts);

const openPage = ({ frame, load, texts, later }: Page) =>
  open({ load, texts: frame === 'none' || later !== undefined ? texts : [...texts, CODE_TEXTS] });

/** A route with code that is loaded before it is shown: the router finds it as `handle`. */
function partRoute(part: Part, path: string | undefined, children: RouteObject[]): RouteObject {
  return { ...(path !== undefined && { path }), handle: part, element: <ShownPart part={part} />, children };
}

const pagesIn = (frame: Frame): RouteObject[] =>
  PAGES.filter((page) => page.frame === frame).map((page) =>
    'to' in page
      ? { path: page.path, element: <Navigate to={page.to} replace /> }
      : partRoute(new Part(() => openPage(page)), page.path, []),
  );

const mainFrame = (store: Store) => () => {
  // Requested while the code is loaded: the frame shows nothing before it knows who is signed in.
  void store.dispatch(settingsApi.endpoints.getSettings.initiate(undefined, { subscribe: false }));
  return open({ texts: [FRAME_TEXTS], load: async () => (await import('../layout/main-frame.tsx')).MainFrame });
};
const settingsFrame = () => open({ texts: [], load: async () => (await import('../layout/settings-frame.tsx')).SettingsFrame });

/** What fails in one of the routes leaves what stands around them. */
const guarded = (children: RouteObject[]): RouteObject => ({
  element: (
    <CrashBoundary>
      <Outlet />
    </CrashBoundary>
  ),
  children,
});

/** Each page is a chunk of its own: the login page does not load the frame, the events or the tasks. */
export const routesOf = (store: Store): RouteObject[] => [
  guarded([
    ...pagesIn('none'),
    partRoute(new Part(mainFrame(store)), undefined, [
      guarded([...pagesIn('main'), partRoute(new Part(settingsFrame), undefined, pagesIn('settings'))]),
    ]),
  ]),
];
