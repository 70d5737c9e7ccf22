import { type RefObject, useEffect, useRef } from 'react';
import { takeFocus } from '../../../shared/lib/take-focus.ts';

/** The box of what has several steps: it gets the focus when a step is replaced, as the button that led on is gone, and the focus with it. */
export function useStepFocus(step: string): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) takeFocus(box.current);
    shown.current = step;
  }, [step]);
  return box;
}
