import { Component, type ReactNode } from 'react';
import { type Location, useLocation } from 'react-router-dom';
import { CrashPage } from '../pages/crash-page.tsx';

interface BoundaryProps {
  readonly location: Location;
  readonly children: ReactNode;
}
interface BoundaryState {
  readonly location: Location;
  readonly crashed: boolean;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { location: this.props.location, crashed: false };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { crashed: true };
  }

  /** Another address is tried anew. */
  static getDerivedStateFromProps({ location }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return location === state.location ? null : { location, crashed: false };
  }

  override render(): ReactNode {
    return this.state.crashed ? <CrashPage /> : this.props.children;
  }
}

/** Shows that the page failed in place of one that throws, until the address changes. */
export function CrashBoundary({ children }: { children: ReactNode }) {
  return <Boundary location={useLocation()}>{children}</Boundary>;
}
