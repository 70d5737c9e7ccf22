import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, Metrics, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { OPEN_LAUNCH_STATES } from '@leakwatch/vocabulary';

/** Launches that have not ended. */
@Injectable()
export class MeasureLaunches implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit() {
    this.metrics.measure({
      read: () =>
        this.database.inScope(SCHEDULER, (em) =>
          rows(
            em,
            sql<{ source: string; state: string; count: number; seconds: number }>`
              select source_type as source, state, count(*)::int as count, extract(epoch from now() - min(created))::float8 as seconds
              from tasks.launch where state = any (${[...OPEN_LAUNCH_STATES]}::text[]) group by source_type, state`,
          ),
        ),
      gauges: [
        {
          name: 'leakwatch_open_launches',
          help: 'Launches that have not ended',
          labels: ['source', 'state'],
          samples: (open) => open.map(({ source, state, count }) => ({ labels: { source, state }, value: count })),
        },
        {
          name: 'leakwatch_oldest_open_launch_seconds',
          help: 'Age of the oldest launch that has not ended',
          labels: ['source', 'state'],
          samples: (open) => open.map(({ source, state, seconds }) => ({ labels: { source, state }, value: seconds })),
        },
      ],
    });
  }
}
