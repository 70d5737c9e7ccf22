import type { ServiceState } from '@leakwatch/vocabulary';
import { type Settings, useSettings } from './settings.ts';

/** `none`: a customer without an organisation, such as one whom staff removed from it. */
export type ShownService = ServiceState | 'none';

/** Staff need no organisation. */
export const serviceOf = ({ organisation, is_staff }: Pick<Settings, 'organisation' | 'is_staff'>): ShownService =>
  organisation?.service ?? (is_staff ? 'running' : 'none');

/** Whether the organisation of who is signed in is served. */
export function useServiceState(): ShownService {
  const settings = useSettings();
  return settings === undefined ? 'running' : serviceOf(settings);
}

/** Why the server refuses this person every change of tasks: those of an inactive organisation are only read, except by staff. */
export function useTasksAreReadOnly(): 'inactive' | 'none' | null {
  const staff = useSettings()?.is_staff ?? false;
  const state = useServiceState();
  return !staff && (state === 'inactive' || state === 'none') ? state : null;
}
