import { describe, expect, it } from '@jest/globals';
import { Metrics } from './metrics.ts';

const lineOf = async (metrics: Metrics, name: string) => (await metrics.text()).split('\n').filter((line) => line.startsWith(name));

const gauge = <T>(name: `leakwatch_${string}`, samples: (found: T) => readonly { labels: { of: string }; value: number }[]) => ({
  name,
  help: name,
  labels: ['of'] as const,
  samples,
});
const one = (value: number) => [{ labels: { of: 'b' }, value }];

describe('the metrics of a process', () => {
  it('have the values of its measures when they are read', async () => {
    const metrics = new Metrics('tasks');
    metrics.measure({
      read: async () => new Map([['a', 2] as const, ['b"\n', 0] as const]),
      gauges: [
        gauge('leakwatch_things', (found: ReadonlyMap<string, number>) => [...found].map(([of, value]) => ({ labels: { of }, value }))),
      ],
    });
    expect(await lineOf(metrics, 'leakwatch_things')).toEqual([
      'leakwatch_things{of="a",service="tasks"} 2',
      'leakwatch_things{of="b\\"\\n",service="tasks"} 0',
    ]);
  });

  it('ask a store once for all gauges of a measure, and for readers that come together', async () => {
    let asked = 0;
    const metrics = new Metrics('tasks');
    metrics.measure({ read: async () => ++asked, gauges: [gauge('leakwatch_asked', one), gauge('leakwatch_asked_too', one)] });
    for (const text of await Promise.all([metrics.text(), metrics.text(), metrics.text()])) {
      expect(text).toContain('leakwatch_asked{of="b",service="tasks"} 1\n');
      expect(text).toContain('leakwatch_asked_too{of="b",service="tasks"} 1\n');
    }
    expect(asked).toBe(1);
  });

  it('leave out what cannot be read, count it, and ask again', async () => {
    const metrics = new Metrics('tasks');
    let isAway = true;
    const read = async () => {
      if (isAway) throw new Error('postgres://user:secret@host is away');
      return 1;
    };
    metrics.measure({ read, gauges: [gauge('leakwatch_first', one)] });
    metrics.measure({ read: async () => 1, gauges: [gauge('leakwatch_second', one)] });
    await metrics.text();
    const text = await metrics.text();
    expect(text).toContain('leakwatch_second{of="b",service="tasks"} 1');
    expect(text).not.toMatch(/^leakwatch_first\{/m);
    expect(text).toContain('leakwatch_measure_failures_total{measure="leakwatch_first",service="tasks"} 1');
    expect(text).not.toContain('secret');
    isAway = false;
    expect(await lineOf(metrics, 'leakwatch_first')).toEqual(['leakwatch_first{of="b",service="tasks"} 1']);
  });

  it('count answers by route and class of the status', async () => {
    const metrics = new Metrics('gateway');
    for (const status of [200, 204, 404]) metrics.answered({ method: 'GET', route: '/api/events/', status, seconds: 0.2 });
    expect(await lineOf(metrics, 'leakwatch_http_request_duration_seconds_count')).toEqual([
      'leakwatch_http_request_duration_seconds_count{service="gateway",method="GET",route="/api/events/",status="2xx"} 2',
      'leakwatch_http_request_duration_seconds_count{service="gateway",method="GET",route="/api/events/",status="4xx"} 1',
    ]);
  });
});
