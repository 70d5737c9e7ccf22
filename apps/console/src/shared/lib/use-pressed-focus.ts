import { useEffect, useRef } from 'react';

/**
 * A button loses the focus while it is disabled for its call, and another button may replace it. Returns the ref of the button and the function to
 * call when it is pressed. The button gets the focus back when it is enabled again, unless the person moved the focus meanwhile.
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
