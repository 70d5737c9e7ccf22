// Fuzzes every operation of the API against its description, as each role:
//   npm run fuzz -- [--examples N] [--seed S] [--role nobody|token|user|staff]
// Starts the product in a home of its own. Needs schemathesis on the PATH (`pip install schemathesis`).
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CSRF_COOKIE, CSRF_HEADER, generateToken, generateTokenPost, sessionCookie } from '@leakwatch/contracts';
import { asConsole, ask, type Cookies, signIn } from './product/api.ts';
import { PASSWORD, startProduct } from './product/product.ts';

const ROLES = ['nobody', 'token', 'user', 'staff'] as const;
type Role = (typeof ROLES)[number];

/** Requests for each operation; 20 take about three minutes a role. */
const EXAMPLES = '20';
/**
 * Calls that end the fuzzer's own session or lock its account, streams that do not end, and calls that wait for an upstream. Tests of their own
 * cover them.
 */
const LEFT_OUT = '/live/|/logout/|/sessions/|/two_factor/|/password/|/auth-tokens/|/discovery/|/telegram/';

const { values } = parseArgs({
  options: {
    examples: { type: 'string', default: EXAMPLES },
    seed: { type: 'string', default: '1' },
    role: { type: 'string' },
  },
});
const roles = ROLES.filter((role) => values.role === undefined || role === values.role);
if (roles.length === 0) throw new Error(`--role is one of ${ROLES.join(', ')}`);

const withSession = ({ session, csrf }: Cookies): string[] => [
  `Cookie: ${sessionCookie(false)}=${session}; ${CSRF_COOKIE}=${csrf}`,
  `${CSRF_HEADER}: ${csrf}`,
];

/** Resolves to whether every answer was as described. */
function fuzz(url: string, headers: readonly string[]): Promise<boolean> {
  const args = [
    ...['--config-file', join(import.meta.dirname, '..', 'e2e', 'schemathesis.toml'), 'run', `${url}/api/openapi.json`],
    ...['--phases', 'examples,coverage,fuzzing', '--max-examples', values.examples, '--seed', values.seed],
    ...['--exclude-path-regex', LEFT_OUT, '--continue-on-failure', '--suppress-health-check', 'all', '--warnings', 'off'],
    ...headers.flatMap((header) => ['--header', header]),
  ];
  // It keeps a cache in its folder.
  const child = spawn('schemathesis', args, { stdio: 'inherit', cwd: tmpdir() });
  return new Promise((resolve, reject) => {
    child.on('error', () => reject(new Error('schemathesis is not on the PATH: pip install schemathesis')));
    child.on('close', (code) => resolve(code === 0));
  });
}

const product = await startProduct();
try {
  const { url, adminEmail, adminPassword } = product.ready;
  await product.startTask('/romashka.git', 'Romashka shop');
  const user = await signIn(url, product.email, PASSWORD);
  const staff = await signIn(url, adminEmail, adminPassword);
  const { token } = generateToken.answer.parse((await ask(url, 'POST', generateTokenPost.path, asConsole(user))).body);
  const headers: Readonly<Record<Role, readonly string[]>> = {
    nobody: [],
    user: withSession(user),
    staff: withSession(staff),
    token: [`Authorization: Bearer ${token}`],
  };
  for (const role of roles) {
    process.stdout.write(`\nAs ${role}:\n`);
    if (!(await fuzz(url, headers[role]))) process.exitCode = 1;
  }
} finally {
  await product.stop();
}
