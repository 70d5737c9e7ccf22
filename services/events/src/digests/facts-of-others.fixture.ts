import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import {
  internalDigestReaders,
  internalLogo,
  internalRecipient,
  internalTaskRecipients,
  internalTelegramDigest,
} from '@leakwatch/contracts';
import { CALLER_HEADER, CallerSigner, soleKey } from '@leakwatch/platform';
import { TEST_SECRET } from '@leakwatch/testing';
import type { Locale } from '@leakwatch/vocabulary';
import type { z } from 'zod';

type HandedDigest = z.output<typeof internalTelegramDigest.body>;

/** Who of an organisation reads its digests. */
export interface OrganisationFacts {
  readonly subscribed: { email: string; locale: Locale }[];
  has_chats: boolean;
}

export interface FactsOfOthers {
  readonly url: string;
  /** Task to its title and recipients; others are not found. */
  readonly tasks: Map<string, { title: string; recipients: string[] }>;
  readonly locales: Map<string, Locale>;
  /** Addresses outside the organisation to the code of their link, null for those that did not confirm; others are accounts of it. */
  readonly outside: Map<string, string | null>;
  readonly organisations: Map<string, OrganisationFacts>;
  /** Organisation to its logo in base64; others have none. */
  readonly logos: Map<string, string>;
  /** Digests that admin took, as often as it was given them. */
  readonly handed: HandedDigest[];
  /** Answers nothing but 503 while it is true. */
  away: boolean;
  /** Accepts a digest, and closes the connection before it answers. */
  losesAnswers: boolean;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return parts.length === 0 ? undefined : JSON.parse(Buffer.concat(parts).toString('utf8'));
}

/** Answers about recipients as the tasks and the admin service do, over HTTP and to signed callers only. */
export async function startFactsOfOthers(): Promise<FactsOfOthers> {
  const signer = new CallerSigner(soleKey(TEST_SECRET));
  const tasks = new Map<string, { title: string; recipients: string[] }>();
  const organisations = new Map<string, OrganisationFacts>();
  const handed: HandedDigest[] = [];

  const readers = (body: unknown) => {
    const { organisation } = internalDigestReaders.body.parse(body);
    const { subscribed, has_chats } = organisations.get(organisation) ?? { subscribed: [], has_chats: false };
    return internalDigestReaders.answer.parse({ locales: Object.fromEntries(facts.locales), subscribed, has_chats });
  };
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) => void response.writeHead(status).end(JSON.stringify(body));
    const body = await bodyOf(request);
    if (facts.away) return answer(503, { code: 'unavailable' });
    const url = String(request.url);
    const service = url.startsWith('/internal/tasks/') ? 'tasks' : 'admin';
    const caller = signer.open(String(request.headers[CALLER_HEADER]), { service, method: String(request.method), url });
    if (caller.service !== 'events') return answer(403, { code: 'forbidden' });
    if (request.url === internalRecipient.path) {
      const { email } = internalRecipient.body.parse(body);
      const code = facts.outside.get(email);
      return answer(200, { wanted: code !== null, code: code ?? null });
    }
    if (request.url === internalDigestReaders.path) return answer(200, readers(body));
    if (request.url === internalLogo.path) return answer(200, { png: facts.logos.get(internalLogo.body.parse(body).organisation) ?? null });
    if (request.url === internalTelegramDigest.path) {
      handed.push(internalTelegramDigest.body.parse(body));
      return facts.losesAnswers ? void response.destroy() : answer(201, { ok: true });
    }
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
    logos: new Map(),
    outside: new Map(),
    organisations,
    handed,
    away: false,
    losesAnswers: false,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return facts;
}
