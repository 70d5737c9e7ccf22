/** In the order in which they stop: the gateway first, so that no new requests arrive. */
export const SERVICE_NAMES = ['gateway', 'crawler', 'reports', 'events', 'tasks', 'admin'] as const;
export type LocalService = (typeof SERVICE_NAMES)[number];

/** The services with a schema and a login of their own. */
export const DATABASE_SERVICES = ['admin', 'tasks', 'crawler', 'events', 'reports'] as const satisfies readonly LocalService[];
export type DatabaseService = (typeof DATABASE_SERVICES)[number];

/** The name of a process in its log file's name and in the launcher's output: `crawler`, `crawler-2`. */
export const processName = (service: LocalService, replica: number): string => (replica === 1 ? service : `${service}-${replica}`);
