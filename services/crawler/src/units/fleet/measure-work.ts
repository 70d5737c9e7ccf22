import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, Metrics, rows, type RawBuilder, SCHEDULER, sql } from '@leakwatch/platform';

interface Work {
  readonly source: string;
  readonly due: number;
  readonly held: number;
  /** Seconds for which the oldest that is due waits for a worker. */
  readonly waits: number;
}

/** What is due can be taken now; what is held is in a worker's hands. */
const workIn = (source: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql<Work>`
  select ${source} as source, count(*) filter (where not held and w.next_at <= now())::int as due, count(*) filter (where held)::int as held,
    coalesce(extract(epoch from now() - min(greatest(w.next_at, w.wanted_at)) filter (where not held and w.next_at <= now())), 0)::float8 as waits
  from (select w.*, coalesce(w.leased_until > now(), false) as held from ${from} w where w.wanted_at is not null) as w group by 1`;

/** By these numbers crawlers are added and removed: due work that waits needs more of them (docs/kubernetes.md). */
@Injectable()
export class MeasureWork implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit() {
    const kinds = [
      [
        'units',
        'units of the searched sources',
        sql`w.source_type`,
        sql`(select u.* from crawler.unit u where exists (select from crawler.subscription s where s.unit_id = u.id))`,
      ],
      ['repositories', 'readings of monitored repositories', sql`'git_repo'`, sql`crawler.mirror_use`],
    ] as const;
    for (const [name, what, source, from] of kinds)
      this.metrics.measure({
        read: () => this.database.inScope(SCHEDULER, (em) => rows(em, workIn(source, from))),
        gauges: [
          {
            name: `leakwatch_crawler_${name}`,
            help: `Number of ${what}: due ones wait for a worker, held ones have one`,
            labels: ['source', 'state'],
            samples: (work) =>
              work.flatMap(({ source: of, due, held }) => [
                { labels: { source: of, state: 'due' }, value: due },
                { labels: { source: of, state: 'held' }, value: held },
              ]),
          },
          {
            name: `leakwatch_crawler_${name}_wait_seconds`,
            help: `How long the oldest of the due ${what} has waited for a worker`,
            labels: ['source'],
            samples: (work) => work.map(({ source: of, waits }) => ({ labels: { source: of }, value: waits })),
          },
        ],
      });
  }
}
