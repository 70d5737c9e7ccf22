import type { Role } from '@leakwatch/vocabulary';

/** A room of the settings: an entry of the side menu with a page below /settings. */
export interface SettingsRoom {
  readonly key: 'account';
  readonly path: string;
  /** Who sees it; for the others it is not there. */
  readonly role: Role;
}

/** In the order of the side menu. The blocks of staff come here with `role: 'staff'`, each with a route in the router. */
export const SETTINGS_ROOMS: readonly SettingsRoom[] = [{ key: 'account', path: '/settings', role: 'authenticated' }];
