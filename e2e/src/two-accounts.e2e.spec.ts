import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { currentOrganisation, searchAudit } from '@leakwatch/contracts';
import { waitUntil } from '@leakwatch/testing';
import { z } from 'zod';
import { type Answer, asConsole, ask, type Cookies, signIn } from './product/api.ts';
import { makeCompany } from './product/make-company.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';

jest.setTimeout(600_000);

let product: Product;
let staff: Cookies;
let anna: Cookies;
let boris: Cookies;
let stranger: Cookies;

const COLLEAGUE = 'boris@romashka.example';

beforeAll(async () => {
  product = await startProduct();
  const { url, adminEmail, adminPassword } = product.ready;
  staff = await signIn(url, adminEmail, adminPassword);
  anna = await signIn(url, product.email, PASSWORD);
  const company = currentOrganisation.answer.parse((await send(anna, 'GET', currentOrganisation.path)).body);
  await done(
    send(staff, 'POST', '/api/control/accounts/', {
      email: COLLEAGUE,
      username: 'boris',
      default_password: PASSWORD,
      company: company?.id,
    }),
  );
  boris = await signIn(url, COLLEAGUE, PASSWORD);
  stranger = await makeCompany(url, staff, { name: 'Vasilek', email: 'user@vasilek.example', taskLimit: 2 });
});
afterAll(async () => {
  await product?.stop();
});

const send = (who: Cookies, method: string, path: string, body?: unknown) => ask(product.ready.url, method, path, asConsole(who, body));

async function done(answer: Promise<Answer>): Promise<Readonly<Record<string, unknown>>> {
  const { status, code, body } = await answer;
  if (status !== 200 || typeof body !== 'object' || body === null) throw new Error(`${status} ${code}`);
  return Object.fromEntries(Object.entries(body));
}

interface Noun {
  readonly base: string;
  readonly made: object;
  /** Changes of two people of the organisation, which began with the same state. */
  readonly first: Readonly<Record<string, string>>;
  readonly second: Readonly<Record<string, string>>;
  /** Under what the thing is in the answer that makes it, and what names its state. */
  readonly within?: string;
  readonly seen: 'version' | 'update_at';
}

const NOUNS: Readonly<Record<string, Noun>> = {
  view: {
    base: '/api/events/views/',
    made: { name: 'Ours', shared: true, filters: {} },
    first: { name: 'Of Anna' },
    second: { name: 'Of Boris' },
    seen: 'version',
  },
  rule: {
    base: '/api/rules/',
    made: { rule_owner: 'x', rule_repo: 'y', source_type: 'github', block_type: 'repository' },
    first: { rule_repo: 'anna' },
    second: { rule_repo: 'boris' },
    seen: 'update_at',
  },
  webhook: {
    base: '/api/webhooks/',
    made: { url: 'https://receiver.invalid/hook', events: ['event.created'], format: 'plain' },
    first: { url: 'https://anna.invalid/hook' },
    second: { url: 'https://boris.invalid/hook' },
    within: 'webhook',
    seen: 'version',
  },
};

const row = z.looseObject({ id: z.string() });

async function make({ base, made, within }: Noun, who: Cookies): Promise<Readonly<Record<string, unknown>>> {
  const answer = await done(send(who, 'POST', base, made));
  const thing = within === undefined ? answer : answer[within];
  if (typeof thing !== 'object' || thing === null) throw new Error('nothing was made');
  return Object.fromEntries(Object.entries(thing));
}

test.each(Object.entries(NOUNS))(
  'a %s that two people of an organisation change at once: one change is made, the other is refused',
  async (_, noun) => {
    const { id } = await make(noun, anna);
    const path = `${noun.base}${String(id)}/`;
    const { body } = await send(boris, 'GET', noun.base);
    const rows = z.union([z.array(row), z.object({ results: z.array(row) }).transform(({ results }) => results)]).parse(body);
    const thing = rows.find((one) => one.id === id) ?? {};
    expect(thing).toMatchObject({ [noun.seen]: expect.anything() });
    const seen = { [noun.seen]: new Map(Object.entries(thing)).get(noun.seen) };
    const answers = await Promise.all([
      send(anna, 'PATCH', path, { ...noun.first, ...seen }),
      send(boris, 'PATCH', path, { ...noun.second, ...seen }),
    ]);
    expect(answers.map(({ status, code }) => `${status} ${code}`).sort()).toEqual(['200 undefined', '409 changed_meanwhile']);
    // Both see what the one made of it.
    const [annas, boriss] = await Promise.all([send(anna, 'GET', noun.base), send(boris, 'GET', noun.base)]);
    const winner = answers[0]?.status === 200 ? noun.first : noun.second;
    const [value] = Object.values(winner).map((text) => text.replace('/hook', ''));
    for (const list of [annas, boriss]) expect(JSON.stringify(list.body)).toContain(value);
    // Another organisation gets 404, whatever it sends.
    for (const method of ['PATCH', 'DELETE']) {
      const refused = await send(stranger, method, path, method === 'PATCH' ? noun.second : undefined);
      expect([method, refused.status, refused.code]).toEqual([method, 404, 'not_found']);
    }
    expect(JSON.stringify((await send(stranger, 'GET', noun.base)).body)).not.toContain(String(id));
    // The second delete may get the answer of the first, or 404.
    const deleted = await Promise.all([send(anna, 'DELETE', path), send(boris, 'DELETE', path)]);
    const [first = 0, second = 0] = deleted.map(({ status }) => status).sort();
    expect(first).toBeLessThan(300);
    expect(second < 300 || second === 404).toBe(true);
    expect(await send(boris, 'PATCH', path, noun.second)).toMatchObject({ status: 404 });
  },
);

test('the audit trail names the person of two who changed a webhook', async () => {
  const noun = NOUNS['webhook'];
  if (noun === undefined) throw new Error('no webhook');
  const thing = await make(noun, anna);
  await done(send(boris, 'PATCH', `${noun.base}${String(thing['id'])}/`, noun.second));
  const records = await waitUntil('the change is recorded', async () => {
    const { body } = await send(staff, 'GET', `${searchAudit.path}?limit=20`);
    const found = searchAudit.answer.parse(body).results.filter((record) => JSON.stringify(record).includes(String(thing['id'])));
    return found.length >= 2 && found;
  });
  const text = records.map((record) => JSON.stringify(record));
  expect(text.filter((record) => record.includes('boris.invalid')).every((record) => record.includes('boris'))).toBe(true);
  expect(text.some((record) => record.includes('boris'))).toBe(true);
});

test('a report of one is seen and deleted by the other, not by another organisation', async () => {
  const report = await done(send(anna, 'POST', '/api/reports/', { format: 'xls', filters: { status: ['all'] } }));
  const path = `/api/reports/${String(report['id'])}/`;
  expect(JSON.stringify((await send(boris, 'GET', '/api/reports/')).body)).toContain(String(report['id']));
  for (const method of ['GET', 'PATCH', 'DELETE']) expect([method, (await send(stranger, method, path)).status]).toEqual([method, 404]);
  expect((await send(boris, 'DELETE', path)).status).toBeLessThan(300);
});

test('groups of keywords are changed by staff alone', async () => {
  const set = await done(send(staff, 'POST', '/api/keywords/', { name: 'Two', keywords: ['vpn key'] }).then((answer) => answer)).catch(
    () => null,
  );
  for (const who of [anna, boris, stranger]) {
    for (const [method, path] of [
      ['GET', '/api/keywords/'],
      ['POST', '/api/keywords/'],
      ['PATCH', `/api/keywords/${String(set?.['id'] ?? 'x')}/`],
      ['DELETE', `/api/keywords/${String(set?.['id'] ?? 'x')}/`],
    ] as const)
      expect([method, (await send(who, method, path, method === 'GET' ? undefined : {})).status]).toEqual([method, 403]);
  }
});
