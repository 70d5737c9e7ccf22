import { useEffect } from 'react';

const CONTROL = 'button, input, select, textarea';

/**
 * A button or field that is disabled while its request runs loses the focus to the page. In a dialog the dialog itself holds it meanwhile:
 * Tab would go to the page below, and a screen reader would leave the dialog. It gets the focus back once it is enabled, unless the person
 * moved the focus meanwhile. One hook for every control of the console.
 */
export function useButtonFocus(): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    let holder: HTMLElement | null = null;
    const hasNone = () => document.activeElement === document.body;
    const observer = new MutationObserver(() => {
      if (last === null) return;
      if (!last.matches(':disabled')) {
        if (hasNone() || document.activeElement === holder) last.focus({ preventScroll: true });
      } else if (hasNone() || document.activeElement === last) {
        holder = last.closest('[role=dialog]');
        holder?.focus({ preventScroll: true });
      }
    });
    const onFocus = ({ target }: FocusEvent) => {
      // The dialog, or for a second press on the disabled button what stands around it.
      if (target instanceof HTMLElement && last?.matches(':disabled') === true && target.contains(last)) {
        holder = target;
        return;
      }
      observer.disconnect();
      holder = null;
      last = target instanceof HTMLElement && target.matches(CONTROL) ? target : null;
      if (last !== null) observer.observe(last, { attributeFilter: ['disabled'] });
    };
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && target !== holder && last?.contains(target) !== true) observer.disconnect();
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
