import { useEffect } from 'react';

/**
 * A button that is disabled while its request runs loses the focus to the page. It gets the focus back once it is enabled, unless the person
 * moved the focus meanwhile. One hook for every button of the console.
 */
export function useButtonFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    const observer = new MutationObserver(() => {
      if (last instanceof HTMLButtonElement && !last.disabled && document.activeElement === document.body)
        last.focus({ preventScroll: true });
    });
    const onFocus = ({ target }: FocusEvent) => {
      observer.disconnect();
      last = target instanceof HTMLButtonElement ? target : null;
      if (last !== null) observer.observe(last, { attributeFilter: ['disabled'] });
    };
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && last?.contains(target) !== true) observer.disconnect();
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPress);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPress);
    };
  }, []);
}
