import { inTime } from '../errors/in-time.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, type LabelValues, Registry } from '@prometheus-io/client';

/** A value of a measure, for one combination of its labels. */
export interface Sample<L extends string> {
  readonly labels: LabelValues<L>;
  readonly value: number;
}

/** A metric of what was read. */
export interface Gauged<T, L extends string = string> {
  /** With its unit at the end where it has one, as Prometheus names metrics. */
  readonly name: `leakwatch_${string}`;
  readonly help: string;
  /** At least one: without labels, what cannot be read would be 0. */
  readonly labels: readonly [L, ...L[]];
  readonly samples: (found: T) => readonly Sample<L>[];
}

/** What a store is asked for when the metrics are read, such as the length of a queue, and the metrics of its answer. */
export interface Measure<T> {
  readonly read: () => Promise<T>;
  readonly gauges: readonly Gauged<T>[];
}

/** What the answer to a request is counted by. Never a part of an address that names an organisation or an event. */
export interface AnsweredRequest {
  readonly method: string;
  /** As it is declared, with the names of its parameters. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Several readers, such as two servers of Prometheus and an autoscaler, cost the stores one question in this time. */
const KEPT_MS = 5_000;
/** A measure whose store does not answer is left out, so that the others are read in time. */
const READ_MS = 3_000;
/** In seconds: most answers take a few milliseconds, and the gateway waits two minutes at most. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** The metrics of one process, in the text format of Prometheus. They have no secrets, no addresses and no names of customers. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'leakwatch_http_request_duration_seconds',
    help: 'Time until a request was answered',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [this.registry],
  });
  private readonly failures = new Counter({
    name: 'leakwatch_measure_failures_total',
    help: 'Measures that could not be read, and were left out',
    labelNames: ['measure'],
    registers: [this.registry],
  });

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
  }

  answered({ method, route, status, seconds }: AnsweredRequest): void {
    this.requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds);
  }

  /** Adds what is read when somebody asks for the metrics. */
  measure<T>({ read, gauges }: Measure<T>): void {
    const ask = kept(() => inTime(read(), READ_MS));
    const { failures, registry } = this;
    for (const { name, help, labels, samples } of gauges) {
      const gauge = new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers: [registry],
        collect: async () => {
          gauge.reset();
          try {
            for (const { labels: of, value } of samples(await ask())) gauge.set(of, value);
          } catch {
            failures.inc({ measure: name });
          }
        },
      });
    }
  }

  /** Adds what Node.js knows of the process: memory, processor time, delays of the event loop, garbage collection. */
  measureProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }
}

/** Asks once for all that come within KEPT_MS. A failure is not kept. */
function kept<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined;
  let keptUntil = 0;
  return () => {
    if (last !== undefined && performance.now() < keptUntil) return last;
    keptUntil = performance.now() + KEPT_MS;
    const asked = ask();
    asked.catch(() => {
      if (last === asked) last = undefined;
    });
    last = asked;
    return asked;
  };
}
