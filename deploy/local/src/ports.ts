import { createServer } from 'node:net';

export const HIGHEST_PORT = 65_535;

const listenOn = (port: number, host: string): Promise<number | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, host, () => {
      const address = server.address();
      const taken = typeof address === 'object' && address !== null ? address.port : null;
      server.close(() => resolve(taken));
    });
  });

export const isFree = async (port: number, host: string): Promise<boolean> => (await listenOn(port, host)) !== null;

/** Ports that are free now, all different, and none of `kept`. */
export async function freePorts(count: number, kept: readonly number[] = []): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = await listenOn(0, '127.0.0.1');
    if (port === null) throw new Error('no free port on 127.0.0.1');
    if (!kept.includes(port)) ports.add(port);
  }
  return [...ports];
}

/** The first of `count` neighbouring ports that are free now. */
export async function freeRange(count: number): Promise<number> {
  for (;;) {
    const [first = 0] = await freePorts(1);
    const others = Array.from({ length: count - 1 }, (_, index) => first + index + 1);
    const free = await Promise.all(others.map((port) => port <= HIGHEST_PORT && isFree(port, '127.0.0.1')));
    if (free.every(Boolean)) return first;
  }
}
