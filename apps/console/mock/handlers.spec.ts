import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { answerRequest, CSRF } from './answer.ts';
import { GOOD_CODE, OLD_PASSWORD } from './data/people.ts';
import type { Sample } from './handle.ts';
import { HANDLERS } from './handlers.ts';
import { mockId } from './ids.ts';
import { countLaunches } from './nouns/launch-sessions.ts';
import { RIGHT_CODE } from './nouns/two-factor.ts';
import { World } from './world.ts';

const SOURCES = join(import.meta.dirname, '..', 'src');
const NAMES = new Map([...contracts.ROUTES].map(([name, route]) => [route, name]));

/** Routes that the console calls, by name. */
const CALLED = [
  ...new Set(
    readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.(spec|mock)\.tsx?$/.test(file))
      .flatMap((file) => [...readFileSync(join(SOURCES, file), 'utf8').matchAll(/\b(?:fromRoute|callOf)\((\w+)[,)]/g)])
      .map(([, name]) => name ?? '')
      .filter((name) => contracts.ROUTES.has(name)),
  ),
].sort();

const ofReport = (number: number): Sample => ({ params: { id: mockId(30, number) } });
const ofTask: Sample = { params: { id: mockId(2, 1) } };
const ofRule: Sample = { params: { id: mockId(31, 1) } };
const ofNotification: Sample = { params: { id: mockId(21, 1) } };
const TASK_BODY = {
  title: 'Billing',
  is_deep: false,
  git_monitoring: false,
  patterns: { internal_domains: { patterns: ['intranet.corp'] } },
  sources: [{ source_type: 'github', search_type: 'by_code', active: true, status: true, tg_channels: [] }],
};
const RULE_BODY = { rule_owner: 'somebody', source_type: 'github', block_type: 'owner' };
const hasFactor = (world: World) => (world.secondFactor = { active: true, mandatory: false });
const code = { body: { token: RIGHT_CODE }, world: hasFactor };
const password = { body: { password: OLD_PASSWORD } };

/** Samples of the handlers in mock/nouns; a feature's own mock has them beside its handlers. */
const SAMPLES: Readonly<Record<string, Sample>> = {
  askRecovery: { body: { email: 'a@corp.example' } },
  askVerifyIdentity: { world: hasFactor },
  blacklistRuleEvents: ofRule,
  changeManyStatuses: { body: { events: [mockId(1, 1)], status: 'fixed' } },
  changeOneStatus: { params: { id: mockId(1, 1) }, body: { status: 'fixed' } },
  changePassword: { body: { old_password: OLD_PASSWORD, new_password: 'Vasilek-2026' } },
  chartData: { ...ofTask, query: '?start=2026-01-01T00:00:00Z&end=2026-01-05T00:00:00Z' },
  chartInfo: ofTask,
  checkExpression: { body: { expression: 'a+', sample: 'caat' } },
  checkIdentityCode: { query: `?code=${GOOD_CODE}` },
  checkLinkCode: { body: { code: GOOD_CODE } },
  closeNotificationPost: ofNotification,
  confirmIdentity: { body: { code: GOOD_CODE } },
  confirmTelegram: {
    body: { request: mockId(15, 1) },
    world: (world) => (world.notificationSettings.telegram_notifications.request = mockId(15, 1)),
  },
  confirmTwoFactor: code,
  countRuleEvents: ofRule,
  createReport: { body: { filters: {}, format: 'xls' } },
  createRule: { body: RULE_BODY },
  createTask: { body: TASK_BODY },
  currentLimits: { params: { type: 'all_inclusive' } },
  declineIdentity: { body: { code: GOOD_CODE } },
  deleteNotification: ofNotification,
  deleteReport: ofReport(1),
  deleteRule: ofRule,
  deleteTask: { ...ofTask, query: '?delete_events=true' },
  disableTwoFactor: code,
  discoverRepositories: { params: { source_type: 'github' }, body: { account_name: 'team' } },
  downloadReport: ofReport(3),
  endOtherSessions: password,
  endSession: { params: { id: mockId(14, 2) }, ...password },
  getNotification: ofNotification,
  getRule: ofRule,
  getPatternCoverage: ofTask,
  getTask: ofTask,
  getTaskArchive: ofTask,
  listSameFile: { params: { id: mockId(1, 1) } },
  login: { body: { login: 'irina@corp.example', password: 'right-password' } },
  regenerateReport: ofReport(4),
  renewRecoveryCodes: code,
  setEmailNotifications: { body: { email_notifications: true } },
  setLocale: { body: { locale: 'en' } },
  startSession: { params: { companyId: mockId(8, 1) }, body: { taskIds: [mockId(2, 1)] }, world: countLaunches },
  startTask: ofTask,
  startTaskRightNow: ofTask,
  stopSession: { params: { companyId: mockId(8, 1) }, world: (world) => countLaunches(world, { endTime: Date.now() + 1_000 }) },
  stopTask: ofTask,
  undoStatusChange: { body: { batch: mockId(13, 1) }, world: (world) => world.change([mockId(1, 1)], 'fixed') },
  updateRule: { ...ofRule, body: RULE_BODY },
  updateTask: { ...ofTask, body: TASK_BODY },
};

/** Calls a route as staff and gives what the contract has against it. */
async function call(name: string, scenario: 'full' | 'empty') {
  const route = contracts.ROUTES.get(name);
  if (route === undefined) throw new Error(`no route ${name}`);
  const { params = {}, query = '', body, world: prepare } = { ...HANDLERS.get(route)?.sample, ...SAMPLES[name] };
  const world = new World(scenario, true);
  prepare?.(world);
  const { status, text } = await answerRequest(world, {
    method: route.method,
    path: route.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key] ?? ''),
    query: new URLSearchParams(query),
    csrf: CSRF,
    body,
  });
  return { status, faults: world.faults, text: status === 200 ? '' : text };
}

describe('the mock server', () => {
  test('has a handler for every route that the console calls', () => {
    expect(CALLED.length).toBeGreaterThan(60);
    const handled = new Set([...HANDLERS.keys()].map((route) => NAMES.get(route)));
    expect(CALLED.filter((name) => !handled.has(name))).toEqual([]);
  });

  test.each([...HANDLERS.keys()].map((route) => NAMES.get(route) ?? route.path))('answers %s as its schema says', async (name) => {
    expect(await call(name, 'full')).toEqual({ status: 200, faults: [], text: '' });
    expect((await call(name, 'empty')).faults).toEqual([]);
  });

  test('notes an answer that the schema refuses and a code that the route does not declare', async () => {
    const world = new World('full');
    world.settings = { ...world.settings, user_id: 'none' };
    const request = { method: 'GET', query: new URLSearchParams(), csrf: null, body: undefined };
    await answerRequest(world, { ...request, path: '/api/settings/' });
    world.refuse(contracts.listReports, 409, 'task_limit_reached');
    await answerRequest(world, { ...request, path: '/api/reports/' });
    expect(world.faults).toEqual([
      expect.stringContaining('getSettings answers'),
      'listReports does not declare the code task_limit_reached',
    ]);
  });
});
