import type pg from 'pg';

export interface Sizes {
  readonly organisations: number;
  readonly accounts: number;
  readonly proxies: number;
  readonly records: number;
}

/** A valid uuid of a row's number, as SQL. */
const id = (letter: string, n: string) => `overlay(overlay(md5('${letter}' || ${n}) placing '4' from 13) placing '8' from 17)::uuid`;

/** Fills the tables of staff with rows that differ as an installation's do, and analyses them. Returns ids for the filters. */
export async function fillStaffTables(client: pg.Client, { organisations, accounts, proxies, records }: Sizes) {
  await client.query(
    `insert into admin.tariff (id, type, name, task_limit, pattern_limit, patterns_per_task_limit, time_limit_total_months)
     values (gen_random_uuid(), 'all_inclusive', 'Standard', 10, 1000, 100, 12)`,
  );
  await client.query(
    `insert into admin.organisation (id, name, description, tariff_id, active, trusted, starts_at, expires_at)
     select ${id('o', 'n')}, 'Customer ' || md5(n::text) || ' ' || n, '', (select id from admin.tariff limit 1), n % 7 <> 0, n % 3 <> 0,
       now() - interval '1 day', now() + interval '1 year' from generate_series(1, $1::int) n`,
    [organisations],
  );
  // As many tariffs and keyword sets, which a real installation never has: each of their sorts is still read by an index.
  await client.query(
    `insert into admin.tariff (id, type, name, task_limit, pattern_limit, patterns_per_task_limit, time_limit_total_months)
     select ${id('f', 'n')}, 'all_inclusive', 'Tariff ' || n, n % 50 + 1, n % 70 + 1, n % 30 + 1, n % 12 + 1 from generate_series(1, $1::int) n`,
    [organisations],
  );
  await client.query(
    `insert into admin.keyword_set (id, name, created)
     select ${id('k', 'n')}, 'Set ' || md5(n::text) || n, now() - make_interval(hours => n) from generate_series(1, $1::int) n`,
    [organisations],
  );
  await client.query(
    `insert into admin.account (id, organisation_id, email, username, first_name, last_name, password_hash)
     select ${id('a', 'n')}, ${id('o', '(n % $2::int + 1)')}, 'user' || n || '@customer' || n % $2::int || '.example', 'user' || n,
       'First' || n % 500, 'Last' || n % 2000, '' from generate_series(1, $1::int) n`,
    [accounts, organisations],
  );
  await client.query(
    `insert into admin.proxy (id, organisation_id, type, ip_address, port, login, block_reason)
     select ${id('p', 'n')}, case when n % 2 = 0 then ${id('o', '(n % $2::int + 1)')} end, 'http',
       '10.' || (n >> 16) % 256 || '.' || (n >> 8) % 256 || '.' || n % 256, 8080, 'login', case when n % 10 = 0 then 'proxy_failed' end
     from generate_series(1, $1::int) n`,
    [proxies, organisations],
  );
  // Every second organisation has an account of its own, and the pool has as many.
  await client.query(
    `insert into admin.service_account (id, organisation_id, source_type, login, proxy_id)
     select ${id('s', 'n')}, case when n % 2 = 0 then ${id('o', '(n % $1::int + 1)')} end,
       (array['github', 'gitlab_cloud', 'google_docs'])[n % 3 + 1], 'crawler' || n, ${id('p', 'n')} from generate_series(1, $1::int) n`,
    [organisations],
  );
  // One account in ten uses the API.
  await client.query(
    `insert into admin.api_token (account_id, id, hash, ending, epoch, created)
     select ${id('a', 'n')}, ${id('t', 'n')}, encode(sha256(n::text::bytea), 'hex'), 'abcd', 1, now() - make_interval(mins => n) from generate_series(1, $1::int, 10) n`,
    [accounts],
  );
  await client.query(
    `insert into admin.telegram_link (id, account_id, status, request, epoch, chat_id, handler, changed)
     select ${id('l', 'n')}, ${id('a', 'n')}, 'active', ${id('r', 'n')}, 1, n, '@user' || n, now() - make_interval(mins => n) from generate_series(1, $1::int) n`,
    [accounts],
  );
  await client.query(
    `insert into admin.audit (kind, account_id, organisation_id, actor_id, ip, user_agent, created)
     select (array['password_accepted', 'organisation_changed', 'staff_access', 'password_changed'])[n % 4 + 1], ${id('a', '(n % $2::int + 1)')},
       ${id('o', '(n % $3::int + 1)')}, case when n % 5 = 0 then ${id('a', '1')} end, '192.0.2.' || n % 256, 'Mozilla/5.0',
       now() - make_interval(secs => ($1::int - n) * 30) from generate_series(1, $1::int) n order by n`,
    [records, accounts, organisations],
  );
  await client.query('analyze');
  const { rows } = await client.query<{ organisation: string; email: string; day: Date }>(
    `select ${id('o', '5')} as organisation, (select email from admin.account where id = ${id('a', '77')}) as email,
       now() - interval '30 days' as day`,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('nothing was written');
  return found;
}
