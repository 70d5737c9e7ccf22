import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

export const HIGHEST_PORT = 65_535;

export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Below the ports that systems assign to outgoing connections and to servers without a fixed port (Linux from 32768, others
 * from 49152), so that no other program gets a port between our choice and its use.
 */
export const OUR_PORTS: PortRange = { first: 20_000, last: 32_767 };
/** After this many taken ports in a row the search gives up. */
const MOST_TRIES = 1_000;

export const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });

/** Ports of 127.0.0.1 that are free now, all different, of `range` and none of `except`. */
export async function freePorts(count: number, except: readonly number[] = [], range = OUR_PORTS): Promise<number[]> {
  const ports = new Set<number>();
  for (let tries = 0; ports.size < count; tries += 1) {
    if (tries > MOST_TRIES) throw new Error('no free port on 127.0.0.1');
    const port = randomInt(range.first, range.last + 1);
    if (!except.includes(port) && (await isFree(port, '127.0.0.1'))) ports.add(port);
  }
  return [...ports];
}

/** The first of `count` neighbouring ports that are free now. */
export async function freeRange(count: number, range = OUR_PORTS): Promise<number> {
  for (;;) {
    const [first = 0] = await freePorts(1, [], range);
    const others = Array.from({ length: count - 1 }, (_, index) => first + index + 1);
    const free = await Promise.all(others.map((port) => port <= HIGHEST_PORT && isFree(port, '127.0.0.1')));
    if (free.every(Boolean)) return first;
  }
}
