/** A room of the settings: an entry of the side menu with a page below /settings. */
export interface SettingsRoom {
  readonly key: 'account';
  /** Who sees it stands beside the path in `ROUTE_ROLES`; for the others it is not there. */
  readonly path: string;
}

/** In the order of the side menu. The blocks of staff come here, each with a route in the router. */
export const SETTINGS_ROOMS: readonly SettingsRoom[] = [{ key: 'account', path: '/settings' }];
