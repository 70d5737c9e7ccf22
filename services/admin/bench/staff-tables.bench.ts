import { type Bench, type BenchContext, machineLine, measurePages } from '@leakwatch/bench';
import {
  ACCOUNT_SORTS,
  internalOrganisations,
  KEYWORD_SET_SORTS,
  listAccounts,
  listKeywordSets,
  listProxies,
  listServiceAccounts,
  listTariffsOfType,
  ORGANISATION_SORTS,
  PROXY_SORTS,
  SERVICE_ACCOUNT_SORTS,
  TARIFF_SORTS,
} from '@leakwatch/contracts';
import { roleOf } from '@leakwatch/platform';
import { callerHeaders, testCaller, withStack } from '@leakwatch/testing';
import pg from 'pg';
import { openTestAdmin, type TestAdmin } from '../src/fixtures/person.fixture.ts';
import { fillStaffTables, type Sizes } from './fill-staff-tables.ts';

interface Rounds {
  readonly rounds: number;
  readonly warmUp: number;
}

/** The sorts of each list. The gateway asks for organisations as a service. */
const SORTED: readonly (readonly [name: string, path: string, columns: readonly string[]])[] = [
  ['organisations', internalOrganisations.path, ORGANISATION_SORTS],
  ['accounts', listAccounts.path, ACCOUNT_SORTS],
  ['proxies', listProxies.path, PROXY_SORTS],
  ['service accounts', listServiceAccounts.path, SERVICE_ACCOUNT_SORTS],
  ['keyword sets', listKeywordSets.path, KEYWORD_SET_SORTS],
  ['tariffs', listTariffsOfType.path.replace('{type}', 'all_inclusive'), TARIFF_SORTS],
];

const WITHIN_MS = 100;
const SIZES = {
  full: { organisations: 10_000, accounts: 100_000, proxies: 100_000, records: 1_000_000, rounds: 60, warmUp: 40 },
  tiny: { organisations: 20, accounts: 200, proxies: 200, records: 500, rounds: 3, warmUp: 1 },
} as const satisfies Record<string, Sizes & Rounds>;
async function measure({ size, print }: BenchContext, admin: TestAdmin, client: pg.Client): Promise<void> {
  const { rounds, warmUp, ...sizes } = SIZES[size];
  const { organisation, email, day } = await fillStaffTables(client, sizes);
  const page = 'limit=10&offset=0';
  // The gateway asks for organisations as a service; every other page is a call of staff.
  const asGateway = testCaller(null, { service: 'gateway', staff: true });
  const pages: readonly (readonly [name: string, url: string])[] = [
    ['organisations', `/internal/organisations/?${page}`],
    ['organisations, name', `/internal/organisations/?${page}&name=ab1`],
    ['accounts', `/api/control/accounts/?${page}`],
    ['accounts, organisation', `/api/control/accounts/?${page}&company=${organisation}`],
    ['accounts, e-mail', `/api/control/accounts/?${page}&email=user99`],
    ['accounts, last name', `/api/control/accounts/?${page}&last_name=last77`],
    ['proxies', `/api/control/proxies/?${page}`],
    ['proxies, organisation', `/api/control/proxies/?${page}&company=${organisation}`],
    ['proxies, state', `/api/control/proxies/?${page}&state=blocked`],
    ['service accounts', `/api/control/services/accounts/?${page}`],
    ['service accounts, organisation', `/api/control/services/accounts/?${page}&company=${organisation}`],
    ['service accounts, source', `/api/control/services/accounts/?${page}&source_type=gitlab_cloud`],
    ['tokens', `/api/control/auth-tokens/?${page}`],
    ['Telegram accounts', `/api/control/telegram_user_accounts/?limit=25&offset=0`],
    ['Telegram accounts, organisation', `/api/control/telegram_user_accounts/?limit=25&offset=0&org=${organisation}`],
    ['audit', '/api/control/audit/?limit=50'],
    ['audit, organisation', `/api/control/audit/?limit=50&organisation=${organisation}`],
    ['audit, person', `/api/control/audit/?limit=50&person=${encodeURIComponent(email)}`],
    ['audit, kind', '/api/control/audit/?limit=50&kind=organisation_changed'],
    ['audit, until a day', `/api/control/audit/?limit=50&to=${day.toISOString()}`],
    ['audit, text', '/api/control/audit/?limit=50&text=192.0.2.7'],
    ...SORTED.flatMap(([name, path, columns]) =>
      columns
        .flatMap((column) => [column, `-${column}`])
        .map((sort): [string, string] => [`${name}, sorted by ${sort}`, `${path}?${page}&sort=${sort}`]),
    ),
  ];
  const asking = pages.map(([name, url]) => {
    const headers = callerHeaders(url.startsWith('/internal/') ? asGateway : testCaller(null, { staff: true }));
    const ask = async () => {
      const answer = await admin.app.inject({ url, headers });
      if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
    };
    return { name, ask };
  });
  print(
    `\nFirst pages over ${sizes.organisations} organisations, ${sizes.accounts} accounts, ${sizes.proxies} proxies, ${sizes.records} records\n`,
  );
  await measurePages({
    pages: asking,
    client,
    role: roleOf('admin'),
    scope: { 'leakwatch.scope': 'staff' },
    what: 'first pages',
    withinMs: WITHIN_MS,
    rounds,
    warmUp,
    print,
  });
}

/** The first page of each table of staff under each filter, beside the statements that it sends. */
export const bench: Bench = {
  name: 'staff-tables',
  run: (context) =>
    withStack(async () => {
      const admin = await openTestAdmin();
      const client = new pg.Client({ connectionString: admin.env['DATABASE_URL'] });
      await client.connect();
      try {
        context.print(machineLine());
        await measure(context, admin, client);
      } finally {
        await client.end();
        await admin.close();
      }
    }),
};
