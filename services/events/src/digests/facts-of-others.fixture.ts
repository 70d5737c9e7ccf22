import { once } from 'node:events';
import { createServer } from 'node:http';
import { internalLocales, internalTaskRecipients } from '@leakwatch/contracts';
import { CALLER_HEADER, CallerSigner } from '@leakwatch/platform';
import type { Locale } from '@leakwatch/vocabulary';

export interface FactsOfOthers {
  readonly url: string;
  /** Task to its title and recipients; others are not found. */
  readonly tasks: Map<string, { title: string; recipients: string[] }>;
  readonly locales: Map<string, Locale>;
  /** Answers nothing but 503 while it is true. */
  away: boolean;
  close(): Promise<void>;
}

/** What the tasks and the admin service tell of recipients, over HTTP and to signed callers alone. */
export async function startFactsOfOthers(secret: string): Promise<FactsOfOthers> {
  const signer = new CallerSigner(secret);
  const tasks = new Map<string, { title: string; recipients: string[] }>();
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) => void response.writeHead(status).end(JSON.stringify(body));
    if (facts.away) return answer(503, { code: 'unavailable' });
    const caller = signer.open(String(request.headers[CALLER_HEADER]));
    if (caller.service !== 'events') return answer(403, { code: 'forbidden' });
    if (request.url === internalLocales.path) return answer(200, { locales: Object.fromEntries(facts.locales) });
    const [before = '', after = ''] = internalTaskRecipients.path.split('{id}');
    const task = tasks.get((request.url ?? '').slice(before.length, -after.length));
    return task === undefined ? answer(404, { code: 'not_found' }) : answer(200, task);
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  const facts: FactsOfOthers = {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    tasks,
    locales: new Map(),
    away: false,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return facts;
}
