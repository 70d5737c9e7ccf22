export type { GivenAnswer, HostApi, HostBehaviour, HostRequest } from './host-api.ts';
export * from './hosted.ts';
