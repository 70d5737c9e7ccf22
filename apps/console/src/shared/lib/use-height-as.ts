import { type RefObject, useEffect } from 'react';

/** Writes the height of a box, or of what stands out of it, into a variable of the style sheets, for what must not lie under it; none while it is empty. */
export function useHeightAs(name: `--lw-${string}`, box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const parts = box.current === null ? [] : [box.current, ...box.current.children];
    const observer = new ResizeObserver(() => {
      const height = Math.max(0, ...parts.map((part) => part.getBoundingClientRect().height));
      if (height === 0) style.removeProperty(name);
      else style.setProperty(name, `${Math.ceil(height)}px`);
    });
    for (const part of parts) observer.observe(part);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  }, [name, box]);
}
