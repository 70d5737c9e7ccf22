export type { HostApi, HostBehaviour, HostRequest } from './host-api.ts';
export * from './hosted.ts';
