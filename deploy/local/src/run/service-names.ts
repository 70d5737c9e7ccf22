/** In the order in which they stop: the gateway first, so that no new requests arrive. */
export const SERVICE_NAMES = ['gateway', 'crawler', 'reports', 'events', 'tasks', 'admin'] as const;
export type LocalService = (typeof SERVICE_NAMES)[number];

/** What a process is called in its log file's name and in what the launcher says: `crawler`, `crawler-2`. */
export const processName = (service: LocalService, replica: number): string => (replica === 1 ? service : `${service}-${replica}`);
