import { useEffect, useRef } from 'react';

/**
 * A button that is disabled while its call runs loses the focus, and another may stand there afterwards. Gives the ref of the button, and what to call
 * when it is pressed: the focus comes back when it can be pressed again, unless the person moved it meanwhile.
 */
export function usePressedFocus(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  useEffect(() => {
    if (!pressed.current || busy || button.current?.disabled !== false) return;
    pressed.current = false;
    if (document.activeElement === document.body) button.current.focus({ preventScroll: true });
  });
  return {
    button,
    onPressed: () => {
      pressed.current = true;
    },
  };
}
