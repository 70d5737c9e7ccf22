import { Agent } from 'undici';
import type { Access, SeenWindow } from './access.port.ts';
import { sendRequest } from './send-request.ts';

/** An access whose requests go directly to the upstream, with the limits of the real one; it counts instead of limiting. */
export function directAccess(secret: string | null, requestMs?: number) {
  const agent = new Agent();
  const spent: string[] = [];
  const windows: (SeenWindow & { readonly resource: string })[] = [];
  const access: Access = {
    account: secret === null ? null : 'bot',
    login: secret === null ? null : 'bot',
    secret,
    fetch: (address, request) => sendRequest(agent, address, request, requestMs),
    connect: async () => Promise.reject(new Error('no connections')),
    closing: () => undefined,
    spend: async (resource) => void spent.push(resource),
    saw: async (resource, window) => void windows.push({ resource, ...window }),
  };
  return { access, spent, windows, close: () => agent.close() };
}
