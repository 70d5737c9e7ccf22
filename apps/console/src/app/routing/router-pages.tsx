import { createContext, startTransition, useLayoutEffect, useState } from 'react';
import { Router as RouterContext, type RouteObject, useRoutes } from 'react-router-dom';
import { StartSpinner } from '../pages/start-spinner.tsx';
import type { Router } from './router.ts';

/** Whether the step that led to the page leaves it scrolled as it is. */
export const KeepsScroll = createContext(false);

const Pages = ({ routes }: { routes: RouteObject[] }) => useRoutes(routes);

/** The page of the address, in its frames. */
export function RouterPages({ router }: { router: Router }) {
  const [{ location, action, keepsScroll, isReady }, setShown] = useState(router.shown);
  useLayoutEffect(() => router.subscribe((next) => startTransition(() => setShown(next))), [router]);
  return (
    <RouterContext navigator={router.navigator} location={location} navigationType={action}>
      <KeepsScroll value={keepsScroll}>{isReady ? <Pages routes={router.routes} /> : <StartSpinner />}</KeepsScroll>
    </RouterContext>
  );
}
