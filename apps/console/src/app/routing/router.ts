import {
  type Location,
  matchRoutes,
  type NavigateOptions,
  NavigationType,
  type Navigator,
  parsePath,
  type RouteObject,
  type To,
  UNSAFE_createBrowserHistory,
} from 'react-router-dom';
import { backGuard } from '../../shared/lib/back-guard.ts';
import { Part } from './part.tsx';
import { keepScroll } from './scroll-positions.ts';

/** What the page is drawn for. */
export interface Shown {
  readonly location: Location;
  readonly action: NavigationType;
  /** The person stays where the page is scrolled to. */
  readonly keepsScroll: boolean;
  /** False until the code of the first page is loaded. */
  readonly isReady: boolean;
}

export interface Router {
  readonly routes: RouteObject[];
  readonly navigator: Navigator;
  readonly shown: () => Shown;
  /** Called at once, and after each change. */
  readonly subscribe: (listener: (shown: Shown) => void) => () => void;
  readonly dispose: () => void;
}

/** Resolves when the code of the routes at a location is loaded; undefined when it is there. */
function loadParts(routes: RouteObject[], location: Location): Promise<unknown> | undefined {
  const matches = matchRoutes(routes, location) ?? [];
  const waits = matches.flatMap(({ route: { handle } }) => (handle instanceof Part ? (handle.load() ?? []) : []));
  return waits.length === 0 ? undefined : Promise.all(waits);
}

const newKey = (): string => Math.random().toString(36).slice(2, 10);

/**
 * Begins at once to load the page of the address. A page is shown, and stands in the address bar, when its code is loaded; until then the one
 * before stays. React Router's data router does the same with twice as much code.
 */
export function createRouter(routes: RouteObject[]): Router {
  const history = UNSAFE_createBrowserHistory();
  const listeners = new Set<(shown: Shown) => void>();
  let shown: Shown = { location: history.location, action: NavigationType.Pop, keepsScroll: false, isReady: false };
  let latest = 0;
  /** Opens a page, unless another one is asked for meanwhile. `write`: puts it into the history. */
  const open = (next: Omit<Shown, 'isReady'>, write: () => void) => {
    if (shown.isReady) keepScroll(shown.location);
    latest += 1;
    const number = latest;
    const show = () => {
      if (number !== latest) return;
      write();
      shown = { ...next, isReady: true };
      for (const notify of listeners) notify(shown);
    };
    const waits = loadParts(routes, next.location);
    if (waits === undefined) show();
    else void waits.then(show);
  };
  const go = (action: NavigationType, to: To, state: unknown, options: NavigateOptions | undefined) => {
    const path = { pathname: shown.location.pathname, search: '', hash: '', ...(typeof to === 'string' ? parsePath(to) : to) };
    const location: Location = { ...path, ...history.encodeLocation(path), state, key: newKey() };
    open({ location, action, keepsScroll: options?.preventScrollReset === true }, () =>
      action === NavigationType.Push ? history.push(location) : history.replace(location),
    );
  };
  /** Set while a step of the history is taken back: called when it is. */
  let takenBack: (() => void) | null = null;
  let isAllowed = false;
  const stop = history.listen(({ action, location, delta }) => {
    if (takenBack !== null) {
      takenBack();
      takenBack = null;
      return;
    }
    const guard = isAllowed ? null : backGuard();
    isAllowed = false;
    // Steps that another script put into the history have no number: they cannot be taken back.
    if (guard === null || !guard.isNeeded() || delta === null || delta === 0)
      return open({ action, location, keepsScroll: false }, () => {});
    const back = new Promise<void>((resolve) => {
      takenBack = resolve;
    });
    history.go(-delta);
    guard.ask(() => {
      void back.then(() => {
        isAllowed = true;
        history.go(delta);
      });
    });
  });
  open(shown, () => {});
  return {
    routes,
    navigator: {
      createHref: (to) => history.createHref(to),
      go: (delta) => history.go(delta),
      push: (to, state: unknown, options) => go(NavigationType.Push, to, state, options),
      replace: (to, state: unknown, options) => go(NavigationType.Replace, to, state, options),
    },
    shown: () => shown,
    subscribe: (listener) => {
      listeners.add(listener);
      listener(shown);
      return () => listeners.delete(listener);
    },
    dispose: () => {
      latest += 1;
      stop();
    },
  };
}
