import { describe, expect, it } from '@jest/globals';
import { Metrics } from './metrics.ts';

const lineOf = async (metrics: Metrics, name: string) => (await metrics.text()).split('\n').filter((line) => line.startsWith(name));

describe('the metrics of a process', () => {
  it('have the values of its measures when they are read', async () => {
    const metrics = new Metrics('tasks');
    metrics.measure({
      name: 'leakwatch_things',
      help: 'Things',
      labels: ['kind'],
      read: async () => [
        { labels: { kind: 'a' }, value: 2 },
        { labels: { kind: 'b"\n' }, value: 0 },
      ],
    });
    expect(await lineOf(metrics, 'leakwatch_things')).toEqual([
      'leakwatch_things{kind="a",service="tasks"} 2',
      'leakwatch_things{kind="b\\"\\n",service="tasks"} 0',
    ]);
  });

  it('ask a store once for readers that come together', async () => {
    let asked = 0;
    const metrics = new Metrics('tasks');
    metrics.measure({
      name: 'leakwatch_asked',
      help: 'Times',
      labels: ['of'],
      read: async () => [{ labels: { of: 'a' }, value: ++asked }],
    });
    for (let reader = 0; reader < 3; reader++)
      expect(await lineOf(metrics, 'leakwatch_asked')).toEqual(['leakwatch_asked{of="a",service="tasks"} 1']);
  });

  it('leave out what cannot be read, and count it', async () => {
    const metrics = new Metrics('tasks');
    metrics.measure({
      name: 'leakwatch_first',
      help: 'First',
      labels: ['of'],
      read: () => Promise.reject(new Error('postgres://user:secret@host is away')),
    });
    metrics.measure({ name: 'leakwatch_second', help: 'Second', labels: ['of'], read: async () => [{ labels: { of: 'b' }, value: 1 }] });
    await metrics.text();
    const text = await metrics.text();
    expect(text).toContain('leakwatch_second{of="b",service="tasks"} 1');
    expect(text).not.toMatch(/^leakwatch_first\{/m);
    expect(text).toContain('leakwatch_measure_failures_total{measure="leakwatch_first",service="tasks"} 1');
    expect(text).not.toContain('secret');
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
