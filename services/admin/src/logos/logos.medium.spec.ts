import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addressOfLogo,
  internalCompany,
  errorAnswer,
  getOrganisation,
  internalLogo,
  internalOrganisations,
  LOGO_TYPE,
  logoIdOf,
  uploadLogo,
} from '@leakwatch/contracts';
import { type Caller, type Foundation, type ObjectStore, openFoundation, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { LOGO_BYTES_MAX, logoFormat } from '@leakwatch/rules';
import {
  buildTestService,
  callerHeaders,
  createTestEnvironment,
  type MailServer,
  pngWith,
  startMailServer,
  testCaller,
  type TestEnvironment,
} from '@leakwatch/testing';
import { adminService } from '../service.ts';
import { logoKey } from './logo.store.ts';
import { OBJECTS } from './objects.ts';
import { SweepLogos } from './sweep-logos.ts';

const staff = testCaller(null, { staff: true });
const TARIFF = { task_limit: 1, pattern_limit: 1, patterns_per_task_limit: 1, time_limit_total_months: 1 };
let mails: MailServer;
let environment: TestEnvironment;
let foundation: Foundation;
let app: Awaited<ReturnType<typeof buildTestService>>;
let tariff: string;
beforeAll(async () => {
  mails = await startMailServer();
  environment = await createTestEnvironment({ SMTP_URL: `smtp://127.0.0.1:${mails.port}` });
  foundation = await openFoundation(adminService, environment.env);
  app = await buildTestService(adminService, foundation);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  tariff = (await call('POST', '/api/control/tariffs/all_inclusive/', { name: 'tariff', ...TARIFF })).json().id;
});
afterAll(async () => {
  await app.close();
  await mails.close();
  await environment.drop();
});

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, by: Caller = staff) =>
  app.inject({ method, url, headers: callerHeaders(by), ...(payload && { payload }) });
const codeOf = (answer: { json(): unknown }) => errorAnswer.parse(answer.json()).code;
const objects = () => app.get<ObjectStore>(OBJECTS, { strict: false });
const isStored = async (logo: string) => (await objects().get(logoKey(logoIdOf(logo)))) !== undefined;
const sweep = () => app.get(SweepLogos, { strict: false }).tick();

/** Sends files as a form, as a browser does. */
async function send(files: readonly { readonly bytes: Uint8Array; readonly name?: string }[], by: Caller = staff) {
  const form = new FormData();
  for (const { bytes, name = 'logo.png' } of files) form.append('file', new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
  const body = new Response(form);
  return app.inject({
    method: 'POST',
    url: uploadLogo.path,
    headers: { ...callerHeaders(by), 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
}
const upload = async () => uploadLogo.answer.parse((await send([{ bytes: pngWith(20, 10) }])).json()).logo;
const create = async (more: object = {}): Promise<string> =>
  (await call('POST', '/api/control/organisations/', { name: randomUUID(), tariff_type: 'all_inclusive', tariff, ...more })).json().id;
const logoOf = async (id: string) => getOrganisation.answer.parse((await call('GET', `/api/control/organisations/${id}/`)).json()).logo;
const change = (id: string, body: object) => call('PATCH', `/api/control/organisations/${id}/`, body);
const makeDue = (logo: string) =>
  foundation.database.inScope(SCHEDULER, (em) => rows(em, sql`update admin.logo set due = now() where id = ${logoIdOf(logo)}`));

describe('the logo of an organisation', () => {
  it('is uploaded, given to an organisation, and shown to its people and staff alone', async () => {
    const logo = await upload();
    const id = await create({ logo });
    expect(await logoOf(id)).toBe(logo);
    const ours = testCaller(id);
    const company = await call('GET', internalCompany.path, undefined, { ...ours, service: 'gateway' });
    expect(internalCompany.answer.parse(company.json())?.logo).toBe(logo);
    const listed = await call(
      'GET',
      `${internalOrganisations.path}?limit=1000`,
      undefined,
      testCaller(null, { service: 'gateway', staff: true }),
    );
    expect(internalOrganisations.answer.parse(listed.json()).results.find((one) => one.id === id)?.logo).toBe(logo);
    for (const caller of [ours, staff]) {
      const shown = await call('GET', logo, undefined, caller);
      expect([shown.statusCode, shown.headers['content-type'], shown.headers['content-disposition']]).toEqual([
        200,
        LOGO_TYPE,
        'inline; filename="logo.png"',
      ]);
      expect(logoFormat(shown.rawPayload)).toBe('png');
    }
    expect((await call('GET', logo, undefined, testCaller(await create()))).statusCode).toBe(404);
    expect((await call('GET', logo, undefined, testCaller(null))).statusCode).toBe(403);
    expect((await app.inject({ method: 'GET', url: logo })).statusCode).toBe(401);
    expect((await call('GET', addressOfLogo(randomUUID()))).statusCode).toBe(404);
  });

  it('is in the mails to its people, and other services get it', async () => {
    const logo = await upload();
    const [withLogo, without] = [await create({ logo }), await create()];
    const stored = Buffer.from((await objects().get(logoKey(logoIdOf(logo)))) ?? []);
    const reports = testCaller(null, { account: null, service: 'reports' });
    const asked = async (organisation: string) =>
      internalLogo.answer.parse((await call('POST', internalLogo.path, { organisation }, reports)).json()).png;
    expect(await asked(withLogo)).toBe(stored.toString('base64'));
    expect(await asked(without)).toBeNull();
    for (const organisation of [withLogo, without]) {
      const email = `${randomUUID()}@romashka.example`;
      const account = { email, username: 'anna', first_name: 'Anna', last_name: 'Ivanova', company: organisation };
      expect((await call('POST', '/api/control/accounts/', account)).statusCode).toBe(200);
      const mail = await mails.newest(email);
      const pictures = [...mail.pictures.values()].map((picture) => Buffer.from(picture).toString('base64'));
      expect(pictures).toEqual(organisation === withLogo ? [stored.toString('base64')] : []);
      expect(mail.html === '').toBe(organisation === without);
    }
  });

  it('is replaced and taken away; what no organisation has is deleted from the store', async () => {
    const [first, second] = [await upload(), await upload()];
    const id = await create({ logo: first });
    // Saving the form again changes nothing.
    expect((await change(id, { logo: first })).statusCode).toBe(200);
    await sweep();
    expect(await isStored(first)).toBe(true);
    await change(id, { logo: second });
    await sweep();
    expect([await logoOf(id), await isStored(first), await isStored(second)]).toEqual([second, false, true]);
    await change(id, { description: 'another' });
    expect(await logoOf(id)).toBe(second);
    await change(id, { logo: null });
    await sweep();
    expect([await logoOf(id), await isStored(second)]).toEqual([null, false]);
  });

  it('that nobody uses is deleted after a day, and cannot be given any more', async () => {
    const logo = await upload();
    await sweep();
    expect(await isStored(logo)).toBe(true);
    await makeDue(logo);
    expect(codeOf(await change(await create(), { logo }))).toBe('logo_not_found');
    await sweep();
    expect(await isStored(logo)).toBe(false);
  });

  it('of another organisation cannot be taken, and a refused change takes nothing away', async () => {
    const [ours, theirs] = [await upload(), await upload()];
    const [id, other] = [await create({ logo: ours }), await create({ logo: theirs })];
    expect(codeOf(await change(id, { logo: theirs }))).toBe('logo_not_found');
    expect([await logoOf(id), await logoOf(other)]).toEqual([ours, theirs]);
    for (const logo of ['https://evil.example/x.png', 'javascript:alert(1)', `${ours}../`, ''])
      expect(codeOf(await change(id, { logo }))).toBe('invalid_request');
    expect(codeOf(await change(id, { logo: addressOfLogo(randomUUID()) }))).toBe('logo_not_found');
  });

  it('is deleted with the organisation', async () => {
    const logo = await upload();
    const id = await create({ logo });
    await call('DELETE', `/api/control/organisations/${id}/`);
    expect((await call('GET', logo, undefined, testCaller(id))).statusCode).toBe(404);
    await sweep();
    expect(await isStored(logo)).toBe(false);
  });
});

describe('an upload', () => {
  it('is refused where it is no single PNG or JPG within the bounds', async () => {
    const text = (content: string) => new TextEncoder().encode(content);
    expect(codeOf(await send([]))).toBe('logo_missing');
    expect(codeOf(await send([{ bytes: pngWith(1, 1) }, { bytes: pngWith(1, 1) }]))).toBe('logo_several');
    expect(codeOf(await send([{ bytes: text('<html><script>alert(1)</script></html>') }]))).toBe('logo_format');
    expect(codeOf(await send([{ bytes: text('<svg xmlns="http://www.w3.org/2000/svg"/>'), name: 'logo.svg' }]))).toBe('logo_format');
    expect(codeOf(await send([{ bytes: pngWith(60_000, 60_000, Buffer.alloc(100)) }]))).toBe('logo_dimensions');
    expect(codeOf(await send([{ bytes: Buffer.concat([pngWith(1, 1), Buffer.alloc(LOGO_BYTES_MAX)]) }]))).toBe('logo_too_large');
    expect(codeOf(await send([{ bytes: Buffer.alloc(4 * LOGO_BYTES_MAX) }]))).toBe('logo_too_large');
    expect(codeOf(await call('POST', uploadLogo.path, {}))).toBe('logo_missing');
  });

  it('is for staff, and is in the activity of who did it', async () => {
    expect(codeOf(await send([{ bytes: pngWith(1, 1) }], testCaller(randomUUID())))).toBe('forbidden');
    expect((await app.inject({ method: 'POST', url: uploadLogo.path })).statusCode).toBe(401);
    const by = testCaller(null, { staff: true });
    const { logo } = uploadLogo.answer.parse((await send([{ bytes: pngWith(1, 1) }], by)).json());
    const found = await foundation.database.inScope(SCHEDULER, (em) =>
      rows(em, sql<{ kind: string; detail: { logo: string } }>`select kind, detail from admin.audit where account_id = ${by.account?.id}`),
    );
    expect(found).toEqual([{ kind: 'logo_uploaded', detail: expect.objectContaining({ logo: logoIdOf(logo) }) }]);
  });
});
