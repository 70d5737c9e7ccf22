import { type IncomingMessage, request as sendRequest, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import type { ProxyStage } from './stage.ts';
import { tunnel } from './tunnel.ts';

const CHALLENGE = 'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="proxy"\r\nContent-Length: 0\r\n\r\n';
const BAD_GATEWAY = 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n';
const ESTABLISHED = 'HTTP/1.1 200 Connection Established\r\n\r\n';
/** Headers of the hop, which a proxy does not forward. */
const OF_THE_HOP = ['proxy-authorization', 'proxy-connection', 'connection', 'keep-alive', 'te', 'upgrade'];

/** Serves CONNECT and requests in absolute form, RFC 9112 section 3.2. */
export function serveHttpProxy(server: Server, stage: ProxyStage): Server {
  server.on('connect', (request, client, head) => {
    if (!(client instanceof Socket)) return void client.destroy();
    client.on('error', () => undefined);
    const kind = stage.behaviour().kind;
    if (kind === 'held') return undefined;
    if (refuses(request, stage)) return void client.end(CHALLENGE);
    const url = URL.canParse(`http://${request.url}`) ? new URL(`http://${request.url}`) : null;
    if (kind === 'bad_gateway' || url === null) return void client.end(BAD_GATEWAY);
    const target = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 80) };
    stage.accepted({ user: userOf(request), target: `${url.hostname}:${target.port}` });
    client.unshift(head);
    return tunnel(client, target, stage, {
      connected: () => void client.write(ESTABLISHED),
      failed: () => void client.end(BAD_GATEWAY),
    });
  });
  server.on('request', (request, response) => {
    const kind = stage.behaviour().kind;
    if (kind === 'held') return;
    if (refuses(request, stage)) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="proxy"' }).end();
      return;
    }
    const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : null;
    if (kind === 'bad_gateway' || url?.protocol !== 'http:') {
      response.writeHead(502).end();
      return;
    }
    stage.accepted({ user: userOf(request), target: `${url.hostname}:${url.port || 80}` });
    forward(request, response, url, stage);
  });
  return server;
}

function forward(request: IncomingMessage, response: ServerResponse, url: URL, stage: ProxyStage): void {
  const { exit } = stage.options;
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !OF_THE_HOP.includes(name)));
  const upstream = sendRequest(url, { method: request.method, headers, ...(exit !== undefined && { localAddress: exit }) });
  upstream.once('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  });
  upstream.once('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    let passed = 0;
    answer.on('data', (part: Buffer) => {
      passed += part.byteLength;
      const behaviour = stage.behaviour();
      if (behaviour.kind === 'cut' && passed > behaviour.afterBytes && !answer.destroyed) response.socket?.resetAndDestroy();
    });
    pipeline(answer, response, () => undefined);
  });
  pipeline(request, upstream, () => undefined);
}

function refuses(request: IncomingMessage, { options, behaviour }: ProxyStage): boolean {
  if (behaviour().kind === 'refused_credentials') return true;
  const { credentials } = options;
  if (credentials === undefined) return false;
  const expected = Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64');
  return request.headers['proxy-authorization'] !== `Basic ${expected}`;
}

function userOf(request: IncomingMessage): string | null {
  const [, encoded = ''] = /^Basic (.+)$/.exec(request.headers['proxy-authorization'] ?? '') ?? [];
  return encoded === '' ? null : (Buffer.from(encoded, 'base64').toString().split(':')[0] ?? null);
}
