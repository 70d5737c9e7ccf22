import type { Metrics } from '../metrics/metrics.ts';
import type { Bus } from './bus.port.ts';

/** What a service has still to handle, and what it could not. Each of its processes says the same. */
export function measureBus(metrics: Metrics, bus: Bus, group: string): void {
  metrics.measure({
    read: () => bus.lag(group),
    gauges: [
      {
        name: 'leakwatch_bus_lag_messages',
        help: 'Messages that the service has not handled yet',
        labels: ['group'],
        samples: (value) => [{ labels: { group }, value }],
      },
    ],
  });
  metrics.measure({
    read: () => bus.listDeadLetters({ group, limit: 1, offset: 0 }),
    gauges: [
      {
        name: 'leakwatch_dead_letters',
        help: 'Messages that the service could not handle',
        labels: ['group'],
        samples: ({ count }) => [{ labels: { group }, value: count }],
      },
    ],
  });
}
