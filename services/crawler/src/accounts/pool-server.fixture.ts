import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import {
  type AnswerOf,
  type CheckReport,
  internalBeginCheck,
  internalEndCheck,
  internalEndLease,
  internalLease,
  internalLeaseAvailability,
  internalRenewLease,
  type LeasedAccess,
  type LeaseOutcome,
} from '@leakwatch/contracts';
import { POOL_BUSY_SECONDS, type ServiceAccountSource } from '@leakwatch/vocabulary';
import { CALLER_HEADER, CallerSigner, ServiceClients, soleKey } from '@leakwatch/platform';
import { TEST_SECRET } from '@leakwatch/testing';

const SIGNER = new CallerSigner(soleKey(TEST_SECRET));
type Lent = Omit<LeasedAccess, 'lease'>;

interface Row {
  readonly id: string;
  readonly lent: Lent;
  epoch: number;
  held: boolean;
  blocked: boolean;
  /** By the clock of the server. */
  limitedUntil: number;
  /** Counts leases: the one used least recently is leased first. */
  used: number;
}

/** The admin service's internal routes of leases, with a pool in memory. Requests and answers are checked against the contract. */
export class PoolServer {
  readonly outcomes: LeaseOutcome[] = [];
  readonly reports: CheckReport[] = [];
  readonly calls: string[] = [];
  /** Milliseconds; tests give their own. */
  clock: () => number = () => performance.now();
  private readonly checks = new Map<string, { readonly of: string; readonly source: ServiceAccountSource | null }>();
  private leases = 0;
  private readonly accounts: Row[] = [];
  private readonly proxies: Row[] = [];
  private origin = '';

  private constructor(private readonly server: Server) {}

  static async open(): Promise<PoolServer> {
    const server = createServer((request, response) => {
      const signed = SIGNER.open(String(request.headers[CALLER_HEADER]), {
        service: 'admin',
        method: String(request.method),
        url: String(request.url),
      });
      if (signed.service !== 'crawler') throw new Error('not called by the crawler');
      void json(request).then((body) => response.end(JSON.stringify(pool.answer(request.url ?? '', body))));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const pool = new PoolServer(server);
    const address = server.address();
    pool.origin = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
    return pool;
  }

  services = () => new ServiceClients({ ADMIN_URL: this.origin }, SIGNER);

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Adds an account, with the secret of its login where none is given. */
  addAccount(
    login: string,
    proxy: LeasedAccess['proxy'] = null,
    organisation: string | null = null,
    secret = `secret of ${login}`,
  ): string {
    const id = randomUUID();
    return this.add(this.accounts, id, { account: { id, login, secret }, proxy, organisation });
  }

  addProxy(proxy: NonNullable<LeasedAccess['proxy']>): string {
    return this.add(this.proxies, proxy.id, { account: null, proxy, organisation: null });
  }

  /** A check of an account or, with null, of a proxy, as staff ask for it. */
  addCheck(of: string, source: ServiceAccountSource | null): string {
    const id = randomUUID();
    this.checks.set(id, { of, source });
    return id;
  }

  /** Makes an account available to a crawler until it is taken away. */
  hold(id: string): void {
    this.row(id).held = true;
  }

  /** Takes an account from whoever holds it, as staff do. */
  takeAway(id: string): void {
    const row = this.row(id);
    row.epoch += 1;
    row.held = false;
  }

  private add(rows: Row[], id: string, lent: Lent): string {
    rows.push({ id, lent, epoch: 0, held: false, blocked: false, limitedUntil: 0, used: 0 });
    return id;
  }

  private answer(url: string, body: unknown): unknown {
    this.calls.push(url);
    const answers: Readonly<Record<string, () => unknown>> = {
      [internalLease.path]: () => internalLease.answer.parse(this.lease(body)),
      [internalLeaseAvailability.path]: () => internalLeaseAvailability.answer.parse(this.available(body)),
      [internalRenewLease.path]: () => ({ held: this.isHeld(internalRenewLease.body.parse(body)) }),
      [internalEndLease.path]: () => this.end(internalEndLease.body.parse(body)),
      [internalBeginCheck.path]: () => internalBeginCheck.answer.parse(this.beginCheck(internalBeginCheck.body.parse(body).check)),
      [internalEndCheck.path]: () => {
        this.reports.push(internalEndCheck.body.parse(body));
        return { ok: true };
      },
    };
    const serve = answers[url];
    if (serve === undefined) throw new Error(`no route ${url}`);
    return serve();
  }

  private beginCheck(id: string): AnswerOf<typeof internalBeginCheck> {
    const check = this.checks.get(id);
    if (check === undefined) return { kind: 'over' };
    const row = this.row(check.of);
    if (row.held) return { kind: 'busy' };
    row.held = true;
    row.epoch += 1;
    const holder = row.lent.account === null ? 'proxy' : 'account';
    return { kind: 'leased', source: check.source, access: { ...row.lent, lease: { holder, id: row.id, epoch: String(row.epoch) } } };
  }

  private able(body: unknown) {
    const { holder, excluding, organisations, among } = internalLease.body.parse(body);
    const rows = (holder === 'account' ? this.accounts : this.proxies).filter(
      ({ id, blocked, lent }) =>
        !blocked && (among?.includes(id) ?? true) && (lent.organisation === null || organisations.includes(lent.organisation)),
    );
    return {
      holder,
      wanted: rows.filter(({ id }) => !excluding.includes(id)),
      excluded: rows.filter(({ id }) => excluding.includes(id)).length,
    };
  }

  private available(body: unknown) {
    const { wanted, excluded } = this.able(body);
    const waits = wanted.map((row) => Math.max(row.held ? POOL_BUSY_SECONDS : 0, this.limitedSeconds(row)));
    return { seconds: waits.length === 0 ? null : Math.min(...waits), excluded };
  }

  private lease(body: unknown) {
    const { holder, wanted } = this.able(body);
    const [free] = wanted.filter((row) => !row.held && this.limitedSeconds(row) === 0).sort((one, other) => one.used - other.used);
    if (free === undefined) return { leased: null, ...this.available(body) };
    free.held = true;
    free.epoch += 1;
    free.used = this.leases += 1;
    return { leased: { ...free.lent, lease: { holder, id: free.id, epoch: String(free.epoch) } }, seconds: 0, excluded: 0 };
  }

  private limitedSeconds = ({ limitedUntil }: Row): number => Math.max(0, Math.ceil((limitedUntil - this.clock()) / 1000));

  private row(id: string): Row {
    const row = [...this.accounts, ...this.proxies].find((one) => one.id === id);
    if (row === undefined) throw new Error('no such account');
    return row;
  }

  private isHeld({ id, epoch }: { readonly id: string; readonly epoch: string }): boolean {
    const row = this.row(id);
    return row.held && String(row.epoch) === epoch;
  }

  private end({ lease, outcome }: { readonly lease: LeasedAccess['lease']; readonly outcome: LeaseOutcome }) {
    if (this.isHeld(lease)) {
      const row = this.row(lease.id);
      row.held = false;
      if (outcome.kind === 'limited') row.limitedUntil = this.clock() + outcome.seconds * 1000;
      if (outcome.kind === 'refused') row.blocked = true;
      this.outcomes.push(outcome);
    }
    return { ok: true };
  }
}
