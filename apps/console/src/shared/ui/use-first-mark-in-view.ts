import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Scrolls a box, never the page, to its first `<mark>`, which in a minified file may be far along a single line. Does so
 * again when `looks` changes.
 */
export function useFirstMarkInView(looks: unknown): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    const mark = box?.querySelector('mark');
    if (box === null || mark === null || mark === undefined) return;
    const outer = box.getBoundingClientRect();
    const inner = mark.getBoundingClientRect();
    if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - box.clientHeight / 2;
    if (inner.left < outer.left || inner.right > outer.right) box.scrollLeft += inner.left - outer.left - box.clientWidth / 2;
  }, [looks]);
  return ref;
}
