import { Controller, Inject } from '@nestjs/common';
import { type InputOf, listDeadLetters, replayDeadLetters } from '@leakwatch/contracts';
import { type Bus, BUS, type Caller, Database, FromCaller, FromRequest, IDENTITY, NotFound, Serves } from '@leakwatch/platform';
import { signedIn } from '../accounts/signed-in.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { shownReason } from '../queues/shown-reason.ts';

/** Messages that consumers could not handle, of every group of the bus. */
@Controller()
export class DeadLettersController {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  @Serves(listDeadLetters)
  async getList(@FromRequest() { query }: InputOf<typeof listDeadLetters>) {
    const { group, limit, offset } = query;
    const [groups, { count, results }] = await Promise.all([
      this.bus.groups(),
      this.bus.listDeadLetters({ group: group ?? null, limit, offset }),
    ]);
    return {
      count,
      groups: [...groups],
      results: results.map(({ diedAt, reason, ...rest }) => ({
        ...rest,
        reason: shownReason(reason),
        died: diedAt.toISOString(),
      })),
    };
  }

  /** Recorded before it is done: a replay cannot be undone. Those that are gone already are passed over. */
  @Serves(replayDeadLetters)
  async postReplay(@FromRequest() { body: { group, ids } }: InputOf<typeof replayDeadLetters>, @FromCaller() caller: Caller) {
    if (!(await this.bus.groups()).includes(group)) throw new NotFound();
    const detail = { group, letters: ids === undefined ? 'all' : String(ids.length) };
    await this.database.inScope(IDENTITY, (em) =>
      recordAudit(em, { kind: 'dead_letters_replayed', account: signedIn(caller).id, organisation: null, from: caller, detail }),
    );
    const { replayed, kept } = await this.bus.replay(group, ids);
    return { count: replayed, kept };
  }
}
