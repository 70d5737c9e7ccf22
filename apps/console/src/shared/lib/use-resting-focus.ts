import { useEffect } from 'react';

/**
 * A button that rests while its call runs loses the focus to nothing. It gets the focus back when it can be pressed again, unless the person went
 * elsewhere meanwhile. For every button of the console.
 */
export function useRestingFocus(): void {
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
