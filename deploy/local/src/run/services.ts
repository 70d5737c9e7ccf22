import { join } from 'node:path';
import type { Scale } from './scale.ts';
import { type LocalService, processName, SERVICE_NAMES } from './service-names.ts';
import { ServiceProcess } from './service-process.ts';

const READY_MS = 180_000;

export interface ServicesOptions {
  readonly scale: Scale;
  /** The folder of the services' programs. */
  readonly programs: string;
  /** Where each process listens, the first of a service first. */
  readonly urls: Readonly<Record<LocalService, readonly string[]>>;
  /** The environment of the process that listens at an address. */
  readonly envOf: (service: LocalService, url: string) => NodeJS.ProcessEnv;
  readonly logFolder: string;
  readonly say: (line: string) => void;
}

/** The services as processes, as many of each as the scale says. `replica` counts from 1. */
export class Services {
  private readonly processes: ReadonlyMap<LocalService, readonly ServiceProcess[]>;

  constructor({ scale, programs, urls, envOf, logFolder, say }: ServicesOptions) {
    const processOf = (service: LocalService, index: number): ServiceProcess => {
      const name = processName(service, index + 1);
      const url = urls[service][index] ?? '';
      return new ServiceProcess({
        service,
        name,
        url,
        programs,
        env: () => envOf(service, url),
        logFile: join(logFolder, `${name}.log`),
        say,
      });
    };
    this.processes = new Map(
      SERVICE_NAMES.map((service) => [service, Array.from({ length: scale[service] }, (_, index) => processOf(service, index))]),
    );
  }

  /** Starts all and resolves when each says that it is ready. */
  async startAll(): Promise<void> {
    const all = [...this.processes.values()].flat();
    for (const one of all) one.start();
    const deadline = Date.now() + READY_MS;
    await Promise.all(all.map((one) => one.untilReady(deadline)));
  }

  /** Stops service by service, so that no new requests arrive while current work ends. */
  async stopAll(): Promise<void> {
    for (const replicas of this.processes.values()) await Promise.all(replicas.map((one) => one.stop()));
  }

  /** Restarts every process with the environment that `envOf` gives it now: of each service one at a time, and only one that is alone. */
  async restartEach(): Promise<void> {
    const restart = async (one: ServiceProcess) => {
      await one.stop();
      one.start();
      await one.untilReady(Date.now() + READY_MS);
    };
    const services = [...this.processes.values()];
    await Promise.all(
      services
        .filter((replicas) => replicas.length > 1)
        .map(async (replicas) => {
          for (const one of replicas) await restart(one);
        }),
    );
    for (const replicas of services.filter(({ length }) => length === 1)) for (const one of replicas) await restart(one);
  }

  start(service: LocalService, replica = 1): void {
    this.one(service, replica).start();
  }

  /** Stops one process until `start`. */
  stop(service: LocalService, replica = 1): Promise<void> {
    return this.one(service, replica).stop();
  }

  /** Kills the process without a clean stop. It is restarted automatically, or at once by `start`. */
  kill(service: LocalService, replica = 1): void {
    this.one(service, replica).kill();
  }

  pid(service: LocalService, replica = 1): number | undefined {
    return this.one(service, replica).pid;
  }

  /** Resolves when it is ready, also after a restart. */
  waitFor(service: LocalService, replica = 1): Promise<void> {
    return this.one(service, replica).untilReady(Date.now() + READY_MS);
  }

  private one(service: LocalService, replica: number): ServiceProcess {
    const found = this.processes.get(service)?.[replica - 1];
    if (found === undefined) throw new Error(`there is no ${processName(service, replica)}`);
    return found;
  }
}
