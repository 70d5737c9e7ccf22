import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useGetSettingsQuery } from '../../shared/api/settings.ts';
import { useSessionLost } from '../../shared/api/use-session-lost.ts';
import { isSecondFactorDue, secondFactorPath } from '../../shared/api/second-factor-due.ts';
import { safeNext } from '../../shared/lib/safe-href.ts';

/** Redirects signed-in people. Shows the children at once, because most visitors are not signed in. */
export function GuestOnly({ next, children }: { next: string | null; children: ReactNode }) {
  const lost = useSessionLost();
  const { data, error } = useGetSettingsQuery();
  if (isSecondFactorDue(error)) return <Navigate to={secondFactorPath(next)} replace />;
  return data !== undefined && !lost ? <Navigate to={safeNext(next)} replace /> : children;
}
