import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { confirmTwoFactor, getBotCheck, twoFactorStatus } from '@leakwatch/contracts';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { Home } from '../home.ts';
import { nextKeptCode, signInAsStaff } from './staff-client.ts';

const answers: Readonly<Record<string, object>> = {
  [getBotCheck.path]: { kind: 'off' },
  [twoFactorStatus.path]: { active: true, two_factor: true, tfa_company: true, due: true, recovery_codes: null },
};

let server: Server;
let url: string;
let home: string;
let tried: string[] = [];
let valid: readonly string[] = [];

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'leakwatch-staff-'));
  tried = [];
  server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    if (request.url !== confirmTwoFactor.path) return void response.end(JSON.stringify(answers[request.url ?? ''] ?? {}));
    const { token } = z.object({ token: z.string() }).parse(JSON.parse(body));
    tried.push(token);
    response.statusCode = valid.includes(token) ? 200 : 401;
    response.end(JSON.stringify(valid.includes(token) ? {} : { code: 'two_factor_code_invalid' }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${address.port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(home, { recursive: true });
});

const signIn = (code: () => string | undefined) => signInAsStaff({ url, email: 'staff@leakwatch.local', password: 'p', code });
const keep = (count: number) =>
  Home.keepFactor(home, {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    recoveryCodes: Array.from({ length: count }, (_, at) => `code-${at}`),
  });

it('a kept recovery code that a person has used is passed over', async () => {
  keep(4);
  valid = ['code-2', 'code-3'];
  await signIn(() => nextKeptCode(home));
  expect(tried).toEqual(['code-0', 'code-1', 'code-2']);
  expect(Home.factor(home)?.recoveryCodes).toEqual(['code-3']);
});

it('a code that a person gave is tried once, and kept ones only as often as an account may', async () => {
  valid = [];
  await expect(signIn(() => '123456')).rejects.toThrow('two_factor_code_invalid');
  expect(tried).toEqual(['123456']);
  tried = [];
  keep(10);
  await expect(signIn(() => nextKeptCode(home))).rejects.toThrow('two_factor_code_invalid');
  expect(tried).toHaveLength(8);
});
