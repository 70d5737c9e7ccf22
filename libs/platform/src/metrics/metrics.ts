import { collectDefaultMetrics, Counter, Gauge, Histogram, type LabelValues, Registry } from '@prometheus-io/client';

/** A value of a measure, for one combination of its labels. */
export interface Sample<L extends string> {
  readonly labels: LabelValues<L>;
  readonly value: number;
}

/** Something that is asked for when the metrics are read: the length of a queue, the age of what waits. */
export interface Measure<L extends string = string> {
  /** With its unit at the end where it has one, as Prometheus names metrics. */
  readonly name: `leakwatch_${string}`;
  readonly help: string;
  /** At least one: without labels, a measure that cannot be read would be 0. */
  readonly labels: readonly [L, ...L[]];
  readonly read: () => Promise<readonly Sample<L>[]>;
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

  /** Adds a measure; it is read when somebody asks for the metrics. */
  measure<L extends string>({ name, help, labels, read }: Measure<L>): void {
    let kept: readonly Sample<L>[] = [];
    let keptUntil = 0;
    const ask = async (): Promise<readonly Sample<L>[]> => {
      if (performance.now() < keptUntil) return kept;
      kept = await inTime(read());
      keptUntil = performance.now() + KEPT_MS;
      return kept;
    };
    const { failures } = this;
    const gauge: Gauge<L> = new Gauge<L>({
      name,
      help,
      labelNames: [...labels],
      registers: [this.registry],
      collect: async () => {
        gauge.reset();
        try {
          for (const { labels: of, value } of await ask()) gauge.set(of, value);
        } catch {
          failures.inc({ measure: name });
        }
      },
    });
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

async function inTime<T>(asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), READ_MS);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
