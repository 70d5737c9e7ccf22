import { useEffect, useEffectEvent } from 'react';

/** Has the browser ask before a reload, or a closed tab, takes away what was typed. */
export function useReloadQuestion(isUnsaved: () => boolean): void {
  const unload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: BeforeUnloadEvent) => unload(event);
    window.addEventListener('beforeunload', listen);
    return () => window.removeEventListener('beforeunload', listen);
  }, []);
}
