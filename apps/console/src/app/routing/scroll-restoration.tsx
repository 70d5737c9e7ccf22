import { use, useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { keepScroll, keptScroll, readScroll, storeScroll } from './scroll-positions.ts';
import { KeepsScroll } from './router-pages.tsx';

/** What the address names; null where it names nothing on the page. */
function placeOf(hash: string): Element | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    // Not written as addresses are.
    return null;
  }
}

/** Begins a page at its top, or at the place that its address names, and one to which the person returns where it was. */
export function ScrollRestoration(): null {
  const location = useLocation();
  const keepsScroll = use(KeepsScroll);
  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    return () => {
      window.history.scrollRestoration = 'auto';
    };
  }, []);
  useEffect(() => {
    const leave = () => {
      keepScroll(location);
      storeScroll();
      window.history.scrollRestoration = 'auto';
    };
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, [location]);
  useLayoutEffect(readScroll, []);
  useLayoutEffect(() => {
    const kept = keptScroll(location);
    const named = placeOf(location.hash);
    if (kept !== undefined) window.scrollTo(0, kept);
    else if (named !== null) named.scrollIntoView();
    else if (!keepsScroll) window.scrollTo(0, 0);
  }, [location, keepsScroll]);
  return null;
}
