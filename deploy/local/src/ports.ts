import { createServer } from 'node:net';

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

/** Ports that are free now, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = await listenOn(0, '127.0.0.1');
    if (port === null) throw new Error('no free port on 127.0.0.1');
    ports.add(port);
  }
  return [...ports];
}
