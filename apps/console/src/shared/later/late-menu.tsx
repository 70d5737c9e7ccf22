import { type ComponentType, cloneElement, type MouseEventHandler, type ReactElement, Suspense, useState } from 'react';

/** A menu that is open when it is first shown. */
export interface MenuOf {
  readonly target: ReactElement<TargetProps>;
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

/** A button whose menu is loaded when it is first pressed: most visits open none. */
export function LateMenu<More extends object>({ menu: Menu, target, of }: LateMenuProps<More>) {
  const [wanted, setWanted] = useState(false);
  const closed = cloneElement(target, { onClick: () => setWanted(true), 'aria-haspopup': 'menu', 'aria-expanded': wanted });
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <Menu target={target} {...of} />
    </Suspense>
  );
}
