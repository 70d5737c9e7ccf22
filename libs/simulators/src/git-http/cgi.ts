import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

export interface CgiAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Readable;
  kill(): void;
}

/**
 * Answers one request by `git http-backend`, the CGI program that git brings for servers.
 * @param root folder that holds the repositories; all of them are exported
 * @param user the name of a signed-in caller
 */
export async function askHttpBackend(root: string, request: IncomingMessage, url: URL, user: string | undefined): Promise<CgiAnswer> {
  const child = spawn('git', ['http-backend'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // A group of its own, so that upload-pack and pack-objects end with it.
    detached: true,
    env: {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      LC_ALL: 'C',
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      REMOTE_ADDR: '127.0.0.1',
      ...(user !== undefined && { REMOTE_USER: user }),
      ...headerVariable('HTTP_CONTENT_ENCODING', request.headers['content-encoding']),
      ...headerVariable('GIT_PROTOCOL', request.headers['git-protocol']),
      ...headerVariable('CONTENT_LENGTH', request.headers['content-length']),
    },
  });
  child.stdin.on('error', () => undefined);
  request.pipe(child.stdin);
  const head = await readHead(child.stdout);
  const kill = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // All of it ended by itself.
    }
  };
  return { ...head, body: child.stdout, kill };
}

function headerVariable(name: string, value: string | string[] | undefined): Record<string, string> {
  return typeof value === 'string' ? { [name]: value } : {};
}

async function readHead(stream: Readable): Promise<Pick<CgiAnswer, 'status' | 'headers'>> {
  let bytes = Buffer.alloc(0);
  for (;;) {
    const end = bytes.indexOf('\r\n\r\n');
    if (end !== -1) {
      stream.unshift(bytes.subarray(end + 4));
      return parseHead(bytes.toString('latin1', 0, end));
    }
    const chunk: unknown = stream.read();
    if (Buffer.isBuffer(chunk)) bytes = Buffer.concat([bytes, chunk]);
    else if (stream.readableEnded || stream.destroyed) return { status: 500, headers: [] };
    else await Promise.race([once(stream, 'readable'), once(stream, 'end')]);
  }
}

function parseHead(text: string): Pick<CgiAnswer, 'status' | 'headers'> {
  let status = 200;
  const headers: [string, string][] = [];
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).trim();
    if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10);
    else headers.push([name, value]);
  }
  return { status, headers };
}
