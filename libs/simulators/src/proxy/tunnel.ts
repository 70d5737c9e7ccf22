import { connect, type Socket } from 'node:net';
import type { ProxyStage } from './stage.ts';

/** Connects to the target. Calls `failed` when it cannot be reached, else `connected`, and then passes bytes both ways. */
export function tunnel(
  client: Socket,
  target: { readonly host: string; readonly port: number },
  stage: ProxyStage,
  handlers: { readonly connected: () => void; readonly failed: () => void },
): void {
  const { exit } = stage.options;
  const upstream = connect({ ...target, ...(exit !== undefined && { localAddress: exit }) });
  upstream.once('error', handlers.failed);
  client.once('close', () => upstream.destroy());
  upstream.once('connect', () => {
    upstream.off('error', handlers.failed);
    handlers.connected();
    let passed = 0;
    upstream.on('data', (part: Buffer) => {
      passed += part.byteLength;
      const behaviour = stage.behaviour();
      if (behaviour.kind === 'cut' && passed > behaviour.afterBytes && !client.destroyed) client.resetAndDestroy();
    });
    upstream.once('error', () => client.destroy());
    upstream.once('close', () => client.destroySoon());
    upstream.pipe(client).pipe(upstream);
  });
}
