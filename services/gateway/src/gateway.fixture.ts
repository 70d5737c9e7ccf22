import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request, type RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { epochKey, sessionKey, type SessionRecord } from '@leakwatch/contracts';
import { buildEdge, createLogger, newToken, openEdgeFoundation, openRedis, sha256Hex } from '@leakwatch/platform';
import { createTestEnvironment } from '@leakwatch/testing';
import { z } from 'zod';
import { gatewayService } from './service.ts';

const SESSION_SECONDS = 600;

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without `content-length` in `headers` it is sent in chunks. */
  readonly chunks?: Iterable<string>;
}

/** Sends the head of a request and the first byte of its body, as a slow client does. */
const beginAt =
  ({ hostname, port }: URL) =>
  ({ method = 'POST', path, headers = {} }: Omit<Sent, 'chunks'>): ClientRequest => {
    const slow = request({ hostname, port, method, path, headers }).on('error', () => undefined);
    slow.write('"');
    return slow;
  };

const sendTo = ({ hostname, port }: URL) =>
  async function send({ method = 'GET', path, headers = {}, chunks = [] }: Sent): Promise<{ status: number; code: unknown }> {
    const sent = request({ hostname, port, method, path, headers });
    const answered = once(sent, 'response');
    // A refusal may close the connection before the last chunk is written.
    Readable.from(chunks).pipe(sent.on('error', () => undefined));
    const [response]: IncomingMessage[] = await answered;
    if (response === undefined) throw new Error('no answer');
    const { code } = z.object({ code: z.string().optional() }).parse(await json(response));
    return { status: response.statusCode ?? 0, code };
  };

/** The gateway; one server answers in the place of admin, tasks and events. */
export async function openGateway(
  answer: RequestListener,
  settings: NodeJS.ProcessEnv = {},
  warned: (text: string) => void = () => undefined,
) {
  const behind = createServer(answer);
  behind.listen(0, '127.0.0.1');
  await once(behind, 'listening');
  const address = behind.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}`;
  const environment = await createTestEnvironment({
    ADMIN_URL: url,
    TASKS_URL: url,
    EVENTS_URL: url,
    REPORTS_URL: url,
    CRAWLER_URL: url,
    ...settings,
  });
  const logger = createLogger('test', 'silent');
  Object.assign(logger, { warn: (...said: readonly unknown[]) => warned(String(said.at(-1))) });
  const foundation = openEdgeFoundation(gatewayService, environment.env);
  const app = await buildEdge(gatewayService, { ...foundation, logger });
  await app.listen(0, '127.0.0.1');
  const redis = openRedis(foundation.settings.REDIS_URL, logger, 'waits');
  let dropped: Promise<void> | undefined;
  const dropDatabase = () => (dropped ??= environment.drop());
  return {
    foundation,
    inject: app.inject.bind(app),
    /** Sends a path and a body as they are: `inject` and `fetch` resolve dot segments. */
    send: sendTo(new URL(await app.getUrl())),
    begin: beginAt(new URL(await app.getUrl())),
    /** Opens a session as admin does; gives its cookie. */
    openSession: async (staff = false, acting?: SessionRecord['acting']): Promise<string> => {
      const token = newToken();
      const account = { id: randomUUID(), username: 'irina' };
      const created = Math.floor(Date.now() / 1000);
      const about = { account, organisation: randomUUID(), staff, pending: false, locale: 'en' } as const;
      const record: SessionRecord = { ...about, epoch: 1, created, acting };
      await redis.set(sessionKey(sha256Hex(token)), JSON.stringify(record), 'EX', SESSION_SECONDS);
      await redis.set(epochKey(account.id), '1');
      return token;
    },
    dropDatabase,
    close: async () => {
      redis.disconnect();
      await app.close();
      await dropDatabase();
      behind.close();
      behind.closeAllConnections();
    },
  };
}
export type TestGateway = Awaited<ReturnType<typeof openGateway>>;
