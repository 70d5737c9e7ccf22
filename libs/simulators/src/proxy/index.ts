export { startProxy } from './proxy.ts';
export type { ProxyBehaviour, ProxyConnection, ProxyOptions, SimulatedProxy } from './stage.ts';
