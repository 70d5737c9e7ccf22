import {
  type ComponentType,
  cloneElement,
  type MouseEventHandler,
  type ReactElement,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLater } from './later.ts';

export interface MenuOf {
  readonly target: ReactElement<TargetProps>;
  /** The button was pressed before the menu was there. */
  readonly defaultOpened: boolean;
}

interface TargetProps {
  readonly onClick?: MouseEventHandler;
  readonly 'aria-haspopup'?: 'menu';
  readonly 'aria-expanded'?: boolean;
}

interface LateMenuProps<More> {
  readonly menu: ComponentType<MenuOf & More>;
  /** The button, without what opens the menu. */
  readonly target: ReactElement<TargetProps>;
  readonly of: More;
}

const AS_IF_ABSENT = { display: 'contents' } as const;

/** A button whose menu is loaded after the page, or when it is pressed. */
export function LateMenu<More extends object>({ menu: Menu, target, of }: LateMenuProps<More>) {
  const later = useLater();
  const [pressed, setPressed] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  const isFocused = useRef(false);
  const closed = cloneElement(target, { onClick: () => setPressed(true), 'aria-haspopup': 'menu', 'aria-expanded': pressed });
  // The button of the menu is another element than the one before it: it gets the focus that this one had.
  const keepFocus = () => {
    if (isFocused.current) box.current?.querySelector('button')?.focus();
  };
  return (
    <span
      ref={box}
      style={AS_IF_ABSENT}
      onFocus={() => {
        isFocused.current = true;
      }}
      onBlur={() => {
        isFocused.current = false;
      }}
    >
      {later || pressed ? (
        <Suspense fallback={closed}>
          <Menu target={target} defaultOpened={pressed} {...of} />
          <Shown onShown={keepFocus} />
        </Suspense>
      ) : (
        closed
      )}
    </span>
  );
}

/** Calls `onShown` when what stands beside it is there. */
function Shown({ onShown }: { onShown: () => void }) {
  const first = useRef(onShown);
  useLayoutEffect(() => first.current(), []);
  return null;
}
