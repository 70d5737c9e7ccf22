import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useGetSettingsQuery } from '../../shared/api/settings.ts';
import { useSessionLost } from '../../shared/api/use-session-lost.ts';
import { safeNext } from '../../shared/lib/safe-href.ts';

/** Sends those who are signed in onward. The children show at once: most who come here are not signed in. */
export function GuestOnly({ next, children }: { next: string | null; children: ReactNode }) {
  const lost = useSessionLost();
  const { data } = useGetSettingsQuery();
  return data !== undefined && !lost ? <Navigate to={safeNext(next)} replace /> : children;
}
