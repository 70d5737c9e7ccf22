import { connect } from 'node:net';
import { waitUntil } from '../wait-until.ts';

const START_MS = 120_000;

/** Resolves when something listens at `host:port`. `alive` throws when it never will. */
export async function answers(address: string, alive: () => void = () => undefined): Promise<void> {
  const [host = '', port = ''] = address.split(':');
  await waitUntil(
    `${address} to answer`,
    () => {
      alive();
      return new Promise<boolean>((resolve) => {
        const socket = connect(Number(port), host);
        const end = (there: boolean) => {
          socket.destroy();
          resolve(there);
        };
        socket.once('connect', () => end(true));
        socket.once('error', () => end(false));
      });
    },
    START_MS,
  );
}
