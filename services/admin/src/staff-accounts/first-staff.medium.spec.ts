import { afterEach, expect, it } from '@jest/globals';
import { IDENTITY, openFoundation, InvalidSettings, rows, sql } from '@leakwatch/platform';
import { buildTestService, createTestEnvironment, type TestEnvironment } from '@leakwatch/testing';
import { adminService } from '../service.ts';

let environment: TestEnvironment | undefined;
afterEach(() => environment?.drop());

async function start(password: string) {
  const foundation = await openFoundation(adminService, {
    ...environment?.env,
    LEAKWATCH_ADMIN_EMAIL: 'Vera@romashka.example',
    LEAKWATCH_ADMIN_PASSWORD: password,
  });
  const app = await buildTestService(adminService, foundation);
  const accounts = () => foundation.database.inScope(IDENTITY, (em) => rows(em, sql<object>`select email, staff from admin.account`));
  const refused = await app.init().then(
    () => null,
    (error: unknown) => error,
  );
  const found = await accounts();
  await app.close();
  return { refused, found };
}

it.each(['123456789', 'podorozhnik', 'Password1', 'Romashka-Vera-1'])(
  'the first staff account does not get the password %s',
  async (password) => {
    environment = await createTestEnvironment();
    const { refused, found } = await start(password);
    expect(refused).toBeInstanceOf(InvalidSettings);
    expect(String(refused)).toContain('LEAKWATCH_ADMIN_PASSWORD');
    expect(String(refused)).not.toContain(password);
    expect(found).toEqual([]);
  },
);

it('is created with a good password; once it is there, the setting is not looked at', async () => {
  environment = await createTestEnvironment();
  const account = [{ email: 'vera@romashka.example', staff: true }];
  expect(await start('Podorozhnik-77')).toEqual({ refused: null, found: account });
  expect(await start('123456789')).toEqual({ refused: null, found: account });
});
