import type { Metrics } from '../metrics/metrics.ts';
import type { Bus } from './bus.port.ts';

/** What a service has still to handle, and what it could not. Each of its processes says the same. */
export function measureBus(metrics: Metrics, bus: Bus, group: string): void {
  metrics.measure({
    name: 'leakwatch_bus_lag_messages',
    help: 'Messages that the service has not handled yet',
    labels: ['group'],
    read: async () => [{ labels: { group }, value: await bus.lag(group) }],
  });
  metrics.measure({
    name: 'leakwatch_dead_letters',
    help: 'Messages that the service could not handle',
    labels: ['group'],
    read: async () => [{ labels: { group }, value: (await bus.listDeadLetters({ group, limit: 1, offset: 0 })).count }],
  });
}
