import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type AnswerOf, internalBeginCheck, internalEndCheck, type PoolCheckJob } from '@leakwatch/contracts';
import { ServiceClients } from '@leakwatch/platform';
import { AccountPool } from '../accounts/account-pool.ts';
import type { Access } from '../accounts/access.port.ts';
import { crawlerCaller } from '../accounts/held-lease.ts';
import { UpstreamError } from '../accounts/upstream-error.ts';
import { UNIT_SOURCES, type UnitSource } from '../sources/unit-source.port.ts';
import { plain, type Report, reportOf } from './check-report.ts';

/** A step gives its account back within seconds. */
const BUSY_TRIES = 10;
const BUSY_MS = 1_000;
/** From the first connection to the answer; staff wait for it. */
const CHECK_MS = 15_000;

type Leased = Extract<AnswerOf<typeof internalBeginCheck>, { kind: 'leased' }>;

/** Proxies without an account serve anonymous requests, of which most go to the API that lists gists. */
const ANONYMOUS_SOURCE = 'gist';

/** Tries one service account or proxy for staff: one request of its source, or for a proxy one connection to it. */
@Injectable()
export class RunCheck {
  /** Tests wait less. */
  busyMs = BUSY_MS;
  checkMs = CHECK_MS;

  constructor(
    private readonly services: ServiceClients,
    private readonly pool: AccountPool,
    @Inject(UNIT_SOURCES) private readonly sources: readonly UnitSource[],
  ) {}

  /** @throws Unavailable while the admin service or Redis is away: the check is then shown as unanswered */
  async run({ check_id: check }: PoolCheckJob, stop: AbortSignal): Promise<void> {
    const report = await this.begun(check, stop);
    if (report !== null) await this.services.call(internalEndCheck, crawlerCaller(), { body: { check, ...report } });
  }

  private async begun(check: string, stop: AbortSignal): Promise<Report | null> {
    for (let left = BUSY_TRIES; left > 0; left -= 1) {
      const asked = performance.now();
      const begun = await this.services.call(internalBeginCheck, crawlerCaller(), { body: { check } });
      if (begun.kind === 'over') return null;
      if (begun.kind === 'no_proxy') return plain('no_proxy');
      if (begun.kind === 'leased') return this.tryOut(begun, asked, stop);
      await sleep(this.busyMs, undefined, { signal: stop });
    }
    return plain('busy');
  }

  private async tryOut({ source: kind, access: leased }: Leased, asked: number, stop: AbortSignal): Promise<Report> {
    const source = this.sources.find((one) => one.kind === (kind ?? ANONYMOUS_SOURCE));
    if (source === undefined) throw new Error(`no source ${kind}`);
    const late = AbortSignal.timeout(this.checkMs);
    const signal = AbortSignal.any([stop, late]);
    const organisations = leased.organisation === null ? [] : [leased.organisation];
    const wanted = {
      source: source.kind,
      accounts: 'required' as const,
      organisations,
      // No window is looked at before: the request itself spends what it needs.
      resource: source.resources.fetch,
      rates: source.rates,
      purpose: 'crawl' as const,
      signal,
    };
    try {
      await this.pool.withLeased(leased, asked, wanted, (access, lost) => work(source, leased.account !== null, access, lost));
      return plain('works');
    } catch (error) {
      stop.throwIfAborted();
      if (error instanceof UpstreamError) return reportOf(error);
      if (late.aborted) return reportOf(new UpstreamError('unavailable', { text: `no answer within ${this.checkMs / 1000} s` }));
      throw error;
    }
  }
}

async function work(source: UnitSource, isAccount: boolean, access: Access, signal: AbortSignal): Promise<void> {
  if (isAccount) {
    if (source.tryAccount === undefined) throw new Error(`accounts of ${source.kind} are not checked`);
    return source.tryAccount(access, signal);
  }
  if (source.server === undefined) throw new Error(`${source.kind} is not asked through proxies`);
  await access.connect(source.server.host, source.server.port);
}
