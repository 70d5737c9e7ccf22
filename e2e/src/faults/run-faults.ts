import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freeRange, Installation, installationSettings, OUR_PORTS, type Ready } from '@leakwatch/local';
import { loadSettings } from '@leakwatch/platform';
import { signIn } from '../product/api.ts';
import { openStaff } from '../product/product.ts';
import { marksThatWentBack, pauseInScan, redeliver, watchMarks } from './acts.ts';
import { compare, type Verdict } from './compare.ts';
import { Endings } from './endings.ts';
import { deadLetters, drain, firstLaunches, type Look, lookIntoStores, revealsInTrail } from './look-into-stores.ts';
import { describeFault, drawSteps, type Fault, PROCESSES, SCALE } from './fault.ts';
import { makeOrganisationWithTasks, revealSome, type Shown, shownTo } from './organisation-client.ts';
import { Neighbours } from './neighbours.ts';
import { ORGANISATIONS, PlantedWorld } from './planted-world.ts';
import { Stores } from './stores.ts';
import { buildWithout, type Protection } from './without.ts';

export interface FaultOptions {
  readonly faults: number;
  readonly seed: number;
  readonly say: (line: string) => void;
  /** The protection without which the services run. */
  readonly without?: Protection | undefined;
  /** How often a crawler is paused within a scan at the end, 45 seconds each. */
  readonly scanPauses?: number;
}

export interface FaultResult extends Verdict {
  /** Counters of the charts that differ from the list of events. */
  readonly miscounted: readonly string[];
  /** Dead letters: messages that a service could not handle. */
  readonly givenUp: readonly string[];
  /** Marks of mirrors that a worker set back whose work another one had taken over. */
  readonly setBack: readonly string[];
}

/** Launches repeat this often, so that a fault meets every step of a launch. */
const LAUNCH_SECONDS = '2';
/**
 * Runs the product while its processes and stores are killed, paused and cut from each other, and leaks are planted for three
 * organisations. Then lets it finish undisturbed and compares what each organisation is shown with what was planted.
 */
export async function runFaults({ faults, seed, say, without, scanPauses = 0 }: FaultOptions): Promise<FaultResult> {
  const run = await FaultRun.start(say, without && (await buildWithout(without)));
  try {
    await run.look(firstLaunches);
    await watchMarks(run.databaseUrl);
    const steps = drawSteps(seed);
    for (let begun = 0; begun < faults; ) {
      const { fault, pauseMs } = steps.next().value;
      if (!run.canBegin(fault)) continue;
      run.world.grow();
      await sleep(pauseMs);
      run.begin(fault);
      begun += 1;
    }
    await run.heal();
    for (let pauses = 0; pauses < scanPauses; pauses += 1) await run.pauseInScan();
    const planted = run.world.leaks().length;
    const drained = await run.look((look) => drain(look, planted));
    // What is lost already does not come back with messages that come again.
    const [revealed, recorded] = drained ? await run.handleAgain(planted) : [0, 0];
    const givenUp = await run.look(deadLetters);
    const shown = await run.shown();
    return {
      ...compare(
        run.world.leaks(),
        shown.flatMap(({ events }) => events),
      ),
      miscounted: [
        ...shown.flatMap((one) => one.miscounted),
        ...(recorded === revealed ? [] : [`${revealed} events were revealed, the audit trail has ${recorded} records of it`]),
      ],
      givenUp,
      setBack: await marksThatWentBack(run.databaseUrl),
    };
  } finally {
    await run.stop();
  }
}

/** The product, its stores and what it watches, for one run. */
export class FaultRun {
  readonly world: PlantedWorld;
  private readonly endings: Endings;
  private readonly stores: Stores;
  private readonly neighbours: Neighbours;
  private readonly ready: Ready;
  private readonly say: (line: string) => void;
  /** Faults that still last, by what they affect. */
  private readonly lasting = new Map<string, Promise<void>>();

  private constructor(parts: {
    endings: Endings;
    world: PlantedWorld;
    stores: Stores;
    neighbours: Neighbours;
    ready: Ready;
    say: (line: string) => void;
  }) {
    this.endings = parts.endings;
    this.world = parts.world;
    this.stores = parts.stores;
    this.neighbours = parts.neighbours;
    this.ready = parts.ready;
    this.say = parts.say;
  }

  /** Throws when something does not start, after it has ended what it had started. `programs`: the folder of the services' programs. */
  static async start(
    say: (line: string) => void,
    programs?: string,
    folder = mkdtempSync(join(tmpdir(), 'leakwatch-faults-')),
  ): Promise<FaultRun> {
    const endings = new Endings();
    try {
      return await FaultRun.startParts(endings, folder, say, programs);
    } catch (error) {
      await endings.run();
      throw error;
    }
  }

  private static async startParts(endings: Endings, folder: string, say: (line: string) => void, programs?: string): Promise<FaultRun> {
    endings.add(() => rmSync(folder, { recursive: true, force: true }));
    // PostgreSQL does not run as root, so its account must be able to enter the folder.
    chmodSync(folder, 0o755);
    const world = await PlantedWorld.start(join(folder, 'repositories'));
    endings.add(() => world.close());
    const neighbours = await Neighbours.start(SCALE);
    endings.add(() => neighbours.stop());
    const stores = await Stores.start(folder);
    endings.add(() => stores.stop());
    const env = {
      DATABASE_URL: stores.databaseUrl,
      REDIS_URL: stores.redisUrl,
      LEAKWATCH_HOME: join(folder, 'home'),
      LEAKWATCH_PORT: String(await freeRange(SCALE.gateway)),
    };
    const installation = new Installation(loadSettings(installationSettings, env), () => undefined, SCALE, OUR_PORTS, programs);
    endings.add(() => installation.stop());
    const launches = { LAUNCH_INTERVAL_SECONDS_GIT_REPO: LAUNCH_SECONDS, LAUNCH_INTERVAL_SECONDS_PASTEBIN: LAUNCH_SECONDS };
    const settings = { GIT_ALLOW_PRIVATE_ADDRESSES: 'true', LOG_LEVEL: 'info', ...world.env, ...launches };
    const ready = await installation.start(settings, (service, addresses) => ({
      ...stores.envOf(service),
      ...neighbours.envOf(service, addresses),
    }));
    await openStaff(ready);
    const staff = await signIn(ready.url, ready.adminEmail, ready.adminPassword);
    for (const organisation of ORGANISATIONS) await makeOrganisationWithTasks(ready.url, staff, organisation, world.git);
    return new FaultRun({ endings, world, stores, neighbours, ready, say });
  }

  /** Two faults of one thing do not overlap. */
  canBegin(fault: Fault): boolean {
    return !this.lasting.has(affected(fault));
  }

  /** Starts a fault and returns at once. It ends by itself. */
  begin(fault: Fault): void {
    const key = affected(fault);
    this.say(describeFault(fault));
    this.lasting.set(
      key,
      this.apply(fault).finally(() => this.lasting.delete(key)),
    );
  }

  /** Waits for the end of every fault, and until every process is ready. */
  async heal(): Promise<void> {
    await Promise.all(this.lasting.values());
    const { services } = this.ready;
    // A process may have ended because its store was away; then it waits before it starts again.
    for (const { service, replica } of PROCESSES) services.start(service, replica);
    for (const { service, replica } of PROCESSES) await services.waitFor(service, replica);
    this.say('healed');
  }

  look<T>(work: (look: Look) => Promise<T>): Promise<T> {
    return lookIntoStores(this.stores.databaseUrl, this.say, work);
  }

  get databaseUrl(): string {
    return this.stores.databaseUrl;
  }

  async pauseInScan(): Promise<void> {
    const paused = await pauseInScan(this.databaseUrl, this.ready.services, () => this.world.growMuch());
    this.say(paused ? 'a crawler was paused within a scan' : 'no scan could be paused');
  }

  /** People look at secrets, and every consumer gets its last messages again. Returns how many they looked at, and the records of it. */
  async handleAgain(planted: number): Promise<readonly [revealed: number, recorded: number]> {
    const revealed = await Promise.all(ORGANISATIONS.map((one) => revealSome(this.ready.url, one)));
    await this.look((look) => drain(look, planted));
    await redeliver(this.databaseUrl);
    this.say('every consumer gets its last messages again');
    await this.look((look) => drain(look, planted));
    return [revealed.reduce((all, one) => all + one, 0), await this.look(revealsInTrail)];
  }

  /** What each organisation is shown. */
  shown(): Promise<readonly Shown[]> {
    return Promise.all(ORGANISATIONS.map((one) => shownTo(this.ready.url, one)));
  }

  async stop(): Promise<void> {
    await Promise.all(this.lasting.values());
    await this.endings.run();
  }

  private async apply(fault: Fault): Promise<void> {
    const { services } = this.ready;
    switch (fault.kind) {
      case 'kill':
        services.kill(fault.service, fault.replica);
        // Without this it would wait for up to half a minute after several crashes.
        services.start(fault.service, fault.replica);
        await services.waitFor(fault.service, fault.replica);
        return;
      case 'pause': {
        const pid = services.pid(fault.service, fault.replica);
        if (pid === undefined) return;
        process.kill(pid, 'SIGSTOP');
        await sleep(fault.ms);
        process.kill(pid, 'SIGCONT');
        return;
      }
      case 'kill_store':
        return this.stores.kill(fault.store, fault.ms);
      case 'empty_redis':
        return this.stores.emptyRedis(fault.ms);
      case 'cut':
        this.stores.cut(fault.service, fault.store, fault.how);
        await sleep(fault.ms);
        this.stores.heal(fault.service, fault.store);
        return;
      case 'cut_calls':
        this.neighbours.cut(fault.service, fault.called, fault.how);
        await sleep(fault.ms);
        this.neighbours.heal(fault.service, fault.called);
    }
  }
}

function affected(fault: Fault): string {
  switch (fault.kind) {
    case 'kill':
    case 'pause':
      return `${fault.service} ${fault.replica}`;
    case 'kill_store':
      return fault.store;
    case 'empty_redis':
      return 'redis';
    case 'cut':
      return `${fault.service} ${fault.store}`;
    case 'cut_calls':
      return `${fault.service} to ${fault.called}`;
  }
}
