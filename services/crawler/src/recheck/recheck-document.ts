import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Rechecked, SoughtDocument } from '@leakwatch/contracts';
import { Conflict, Database, LeakwatchError, LOGGER, type Logger, SCHEDULER, SETTINGS, Unavailable } from '@leakwatch/platform';
import { MatchingPool } from '@leakwatch/matching';
import { type DocumentAddresses, recheckPlace } from '@leakwatch/rules';
import { GitRepositoryError } from '../repositories/git/git-repository-error.ts';
import { fetchedMirror } from '../repositories/mirrors/mirror-use.store.ts';
import type { CrawlerSettings } from '../settings.ts';
import { checkAddress } from './check-address.ts';
import { checkMirror } from './check-mirror.ts';
import { findLinesIn } from './find-lines.ts';

/** Checks of one process at once: each has a document of 16 MiB in memory at the most, or a git process. */
const AT_ONCE = 4;
/** git walks the history of a large repository for some seconds, as does the search for lines in a large document; a person waits for it. */
const CHECK_MS = 25_000;
const isLate = (error: unknown): error is Error => error instanceof Error && error.name === 'TimeoutError';

/** Looks for a document where it was found, when a person asks. */
@Injectable()
export class RecheckDocument {
  private running = 0;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Pick<CrawlerSettings, 'LEAKWATCH_HOME' | 'GIT_ALLOW_PRIVATE_ADDRESSES'>,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly pool: MatchingPool,
  ) {}

  /** Throws the errors of RECHECK_ERRORS, and Unavailable while this process checks as many as it may. */
  async run(sought: SoughtDocument): Promise<Rechecked> {
    const place = recheckPlace(sought);
    if (place === null) throw new Conflict('recheck_not_offered');
    if (this.running >= AT_ONCE) throw new Unavailable();
    this.running += 1;
    try {
      // Public sites alone: the address of an event is untrusted text.
      return place.kind === 'mirror' ? await this.inMirror(sought) : await this.atAddress(place, sought);
    } finally {
      this.running -= 1;
    }
  }

  private async atAddress(place: DocumentAddresses, sought: SoughtDocument): Promise<Rechecked> {
    const find = findLinesIn(this.pool, AbortSignal.timeout(CHECK_MS));
    try {
      return await checkAddress(place, sought, { find, allowPrivateAddresses: false });
    } catch (error) {
      if (!isLate(error)) throw error;
      throw new LeakwatchError('recheck_unanswered', 503, { level: 'warn', cause: error });
    }
  }

  private async inMirror(sought: SoughtDocument): Promise<Rechecked> {
    const { task, organisation, container: address } = sought;
    const mirror = await this.database.inScope(SCHEDULER, (em) => fetchedMirror(em, { task, organisation, address }));
    const directory = join(this.settings.LEAKWATCH_HOME, 'mirrors', `${mirror?.id ?? ''}.git`);
    if (mirror === undefined || !existsSync(directory)) throw new Conflict('recheck_not_mirrored');
    const signal = AbortSignal.timeout(CHECK_MS);
    try {
      return {
        answer: await checkMirror(directory, sought, { find: findLinesIn(this.pool, signal), signal }),
        as_of: mirror.fetched_at.toISOString(),
      };
    } catch (error) {
      if (!isLate(error) && !(error instanceof GitRepositoryError)) throw error;
      this.logger.warn(
        { task, code: isLate(error) ? 'timeout' : Reflect.get(error, 'code') },
        'a document was not looked for in its mirror',
      );
      throw new LeakwatchError('recheck_unanswered', 503, { level: 'warn', cause: error });
    }
  }
}
