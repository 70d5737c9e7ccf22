import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createReport, listReports } from '@leakwatch/contracts';
import { freePorts } from '@leakwatch/local';
import { CALLER_HEADER, CallerSigner, soleKey } from '@leakwatch/platform';
import { createTestEnvironment, testCaller, waitUntil, TEST_SECRET } from '@leakwatch/testing';
import pg from 'pg';

/** Tests and benches run in the root, also those that were bundled to elsewhere. */
const PROGRAMS = join(process.cwd(), 'dist');

const MANY = `
  insert into events.event (id, organisation_id, task_id, pattern_kind, pattern_text, source_type, container_key, container_title,
    container_url, owner, path, file_url, language, lines_hash, status, filter_keywords, line, excerpt, document_version, created,
    last_seen)
  select gen_random_uuid(), $1, $2, 'keyword', 'romashka vpn', 'git_repo', 'k' || n % 50, 'romashka/infra', 'https://git.example.org',
    'romashka', 'conf/' || n || '.ini', 'https://git.example.org/romashka/infra/blob/' || n, 'INI', md5(n::text),
    case when n % 10 = 0 then 'fixed' else 'open' end, '{}', n % 1000,
    jsonb_build_object('text', (select string_agg(md5(n::text || line), E'\\n') from generate_series(1, 40) line),
      'segments', '[{"at":0,"line":1}]'::jsonb, 'highlights', '[]'::jsonb, 'truncated', false),
    'v', now() - n * interval '1 second', now()
  from generate_series(1, $3::int) n`;

/** The events and the reports service as processes of their own (dist/), with an organisation that has so many events. */
export async function startReportProcesses(events: number) {
  const environment = await createTestEnvironment();
  const client = new pg.Client({ connectionString: environment.databaseUrl });
  await client.connect();
  const [organisation, task] = [randomUUID(), randomUUID()];
  await client.query(MANY, [organisation, task, events]);
  await client.query('analyze events.event');
  const [eventsPort, reportsPort] = await freePorts(2);
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    // As it runs for customers: answers are not checked against the contract.
    NODE_ENV: 'production',
    ...environment.env,
    EVENTS_URL: `http://127.0.0.1:${eventsPort}`,
    REPORTS_URL: `http://127.0.0.1:${reportsPort}`,
  };
  const start = async (name: 'events' | 'reports'): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [join(PROGRAMS, `${name}.js`)], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const ready = new URL('/readyz', name === 'events' ? env.EVENTS_URL : env.REPORTS_URL);
    await waitUntil(`${name} to be ready`, () =>
      fetch(ready).then(
        (answer) => answer.ok,
        () => false,
      ),
    );
    return child;
  };
  const end = async (child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const user = testCaller(organisation);
  const signer = new CallerSigner(soleKey(TEST_SECRET));
  const call = async (service: 'events' | 'reports', url: string, body?: object) => {
    const method = body === undefined ? 'GET' : 'POST';
    const answer = await fetch(new URL(url, service === 'events' ? env.EVENTS_URL : env.REPORTS_URL), {
      method,
      headers: {
        [CALLER_HEADER]: signer.seal(user, { service, method, url }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  return {
    environment,
    client,
    start,
    end,
    /** The list of events, as the console asks for its first page. */
    listEvents: () => call('events', '/api/events/?status=open&limit=20').then((answer) => answer.json()),
    ask: async () => {
      const answer = await call('reports', '/api/reports/', { filters: { status: ['all'] }, format: 'xls' });
      return createReport.answer.parse(await answer.json());
    },
    report: async () => {
      const answer = await call('reports', '/api/reports/');
      return listReports.answer.parse(await answer.json()).results[0];
    },
    download: (id: string) => call('reports', `/api/reports/${id}/`).then((answer) => answer.arrayBuffer()),
    close: async () => {
      await client.end();
      await environment.drop();
    },
  };
}
