import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

export interface PasswordRanges {
  /** The base of the ranges. */
  readonly url: string;
  /** The prefixes that were asked for, as they came. */
  readonly asked: readonly string[];
  breakDown(broken: boolean): void;
  close(): Promise<void>;
}

const PREFIX = /^\/range\/([0-9A-Fa-f]{5})$/;

function linesOf(prefix: string, passwords: readonly string[], times: number): string[] {
  const hashes = passwords.map((password) => createHash('sha1').update(password).digest('hex').toUpperCase());
  return hashes.filter((hash) => hash.startsWith(prefix)).map((hash) => `${hash.slice(5)}:${times}`);
}

/** The range call of Have I Been Pwned: five digits of a SHA-1, answered by lines `<other 35>:<times>`, padded on request. */
export async function startPasswordRanges(breached: readonly string[], padding: readonly string[] = []): Promise<PasswordRanges> {
  const asked: string[] = [];
  let broken = false;
  const server = createServer((request, response) => {
    const prefix = PREFIX.exec(request.url ?? '')?.[1]?.toUpperCase();
    if (broken) return void response.writeHead(503).end();
    if (prefix === undefined) return void response.writeHead(400).end('The hash prefix was not in a valid format');
    asked.push(prefix);
    const lines = linesOf(prefix, breached, 1042);
    const padded = request.headers['add-padding'] === 'true' ? linesOf(prefix, padding, 0) : [];
    response.writeHead(200, { 'content-type': 'text/plain' }).end([...lines, ...padded].join('\r\n'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/range`,
    asked,
    breakDown: (value) => {
      broken = value;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
