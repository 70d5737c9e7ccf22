import type { ServiceState } from '@leakwatch/vocabulary';
import { useSettings } from './settings.ts';

/** Whether the organisation of who is signed in is served; 'running' for who has none. */
export const useServiceState = (): ServiceState => useSettings()?.organisation?.service ?? 'running';

/** Whether the server refuses to create and change tasks: those of an inactive organisation are only read, except by staff. */
export function useTasksAreReadOnly(): boolean {
  const staff = useSettings()?.is_staff ?? false;
  return useServiceState() === 'inactive' && !staff;
}
