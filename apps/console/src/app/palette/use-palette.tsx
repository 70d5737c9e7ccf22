import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { withTexts } from '../../shared/i18n/i18n.ts';
import { PALETTE_TEXTS } from '../../shared/i18n/texts.ts';
import { isPaletteKey } from '../../shared/lib/shortcuts.ts';

/** Loaded when it is opened for the first time. */
const Palette = lazy(async () => {
  const { Palette: loaded } = await withTexts(() => import('./palette.tsx'), [PALETTE_TEXTS]);
  return { default: loaded };
});

/** The command palette, which its keys open on every page, and what a button needs to open it. */
export function usePalette(): { readonly palette: ReactNode; readonly open: () => void } {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return;
      // A browser has a meaning of its own for the keys.
      event.preventDefault();
      if (document.querySelector('[role=dialog]') === null) setOpened(true);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const palette = <Suspense>{opened && <Palette onClose={() => setOpened(false)} />}</Suspense>;
  return { palette, open: () => setOpened(true) };
}
