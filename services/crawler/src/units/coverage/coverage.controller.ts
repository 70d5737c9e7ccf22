import { Controller, Inject } from '@nestjs/common';
import { getPatternCoverage, type InputOf, taskChangesV1 } from '@leakwatch/contracts';
import {
  type Caller,
  Database,
  FromCaller,
  FromRequest,
  noteOrganisations,
  NotFound,
  SCHEDULER,
  scopeOf,
  Serves,
} from '@leakwatch/platform';
import { tables } from '../../entities.ts';
import { UNIT_SOURCES, type UnitSource } from '../../sources/unit-source.port.ts';
import { countsOf, coverageOfPatterns, subscribedUnits } from './pattern-coverage.read-model.ts';

@Controller()
export class CoverageController {
  constructor(
    private readonly database: Database,
    @Inject(UNIT_SOURCES) private readonly sources: readonly UnitSource[],
  ) {}

  /** A task that is stopped needs no units: the list is empty. */
  @Serves(getPatternCoverage)
  async get(@FromRequest() { params, query }: InputOf<typeof getPatternCoverage>, @FromCaller() caller: Caller) {
    const { task, needed } = await this.database.read(scopeOf(caller), async (em) => {
      const found = await tables(em)
        .selectFrom('crawler.watched_task')
        .select(['snapshot', 'running'])
        .where('task_id', '=', params.id)
        .executeTakeFirst();
      if (found === undefined) throw new NotFound();
      const read = taskChangesV1.schema.parse(found.snapshot);
      if (read.archived) throw new NotFound();
      noteOrganisations(caller, [read.organisation_id]);
      return { task: { ...read, running: found.running }, needed: await subscribedUnits(em, params.id) };
    });
    if (!task.running) return { count: 0, results: [] };
    const counts = await this.database.read(SCHEDULER, (em) =>
      countsOf(
        em,
        needed.map((unit) => unit.unit_id),
      ),
    );
    const byId = new Map(counts.map((unit) => [unit.id, unit]));
    const units = needed.flatMap((unit) => {
      const found = byId.get(unit.unit_id);
      return found === undefined ? [] : [{ ...found, ...unit }];
    });
    const kinds = this.sources.map(({ kind }) => kind).filter((kind) => task.source_types.includes(kind));
    return {
      count: task.patterns.length,
      results: coverageOfPatterns(task.patterns.slice(query.offset, query.offset + query.limit), kinds, units),
    };
  }
}
