/** Whether an organisation is served. inactive: staff switched it off; not_begun, ended: it is outside its dates. */
export const SERVICE_STATES = ['running', 'inactive', 'not_begun', 'ended'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];
