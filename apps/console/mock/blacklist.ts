import type {
  AnswerOf,
  blacklistRuleEvents,
  BlacklistRuleRow,
  countRuleEvents,
  createRule,
  deleteRule,
  EventRow,
  getRule,
  listRules,
  updateRule,
} from '@leakwatch/contracts';
import { nameKey, namesOfPlace, readRule } from '@leakwatch/rules';
import { BLOCK_TYPES, SOURCE_TYPES } from '@leakwatch/vocabulary';
import { makeRule } from './blacklist-data.ts';
import { mockId } from './ids.ts';
import { type Call, Refusal } from './refusal.ts';
import { ORGANISATION } from './tasks-data.ts';

const textOr = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);
const keyOf = ({ block_type, source_type, rule_owner, rule_repo, task }: BlacklistRuleRow) =>
  JSON.stringify([block_type, source_type, nameKey(rule_owner), nameKey(rule_repo), task]);

function ruleOf({ world, id }: Call): BlacklistRuleRow {
  const rule = world.rules.find((one) => one.id === id);
  if (rule === undefined) throw new Refusal(404, 'not_found');
  return rule;
}

/** The sent rule over `before`, as the service would keep it. */
function taken({ world, body }: Call, before: BlacklistRuleRow): BlacklistRuleRow {
  const read = readRule({
    block_type: BLOCK_TYPES.find((one) => one === body['block_type']) ?? before.block_type,
    source_type: SOURCE_TYPES.find((one) => one === body['source_type']) ?? before.source_type,
    rule_owner: textOr(body['rule_owner'], before.rule_owner),
    rule_repo: textOr(body['rule_repo'], before.rule_repo),
  });
  if ('faults' in read) throw new Refusal(400, 'rule_invalid', { fields: read.faults });
  const task = typeof body['task'] === 'string' ? body['task'] : null;
  const rule = {
    ...before,
    ...read.rule,
    task,
    task_name: world.tasks.find((one) => one.id === task)?.title ?? null,
    event: typeof body['event'] === 'string' ? body['event'] : null,
    global_state: task === null,
    update_at: new Date().toISOString(),
  };
  if (world.rules.some((one) => one.id !== rule.id && keyOf(one) === keyOf(rule))) throw new Refusal(409, 'rule_exists');
  return rule;
}

function matches(rule: BlacklistRuleRow, event: EventRow): boolean {
  if (event.source_type !== rule.source_type || event.status === 'blacklist') return false;
  const names = namesOfPlace({ source_type: event.source_type, owner: event.username, title: event.repo_name, url: event.repo_url });
  const owner = nameKey(names.owner) === nameKey(rule.rule_owner);
  const repository = nameKey(names.repository) === nameKey(rule.rule_repo);
  const named = { owner, repository, owner_and_repo: owner && repository }[rule.block_type];
  return named && (rule.task === null || rule.task === event.task);
}

const matching = (call: Call) => call.world.events.filter((event) => matches(ruleOf(call), event));

const rules = {
  list: ({ world, query }: Call): AnswerOf<typeof listRules> => {
    const part = nameKey(query.get('rule') ?? '');
    const org = query.get('org');
    const found = world.rules.filter(
      (rule) => `${nameKey(rule.rule_owner)}/${nameKey(rule.rule_repo)}`.includes(part) && (org === null || rule.company === org),
    );
    const offset = Number(query.get('offset') ?? 0);
    return { count: found.length, results: found.slice(offset, offset + Number(query.get('limit') ?? 10)) };
  },
  get: (call: Call): AnswerOf<typeof getRule> => ruleOf(call),
  create: (call: Call): AnswerOf<typeof createRule> => {
    const blank = makeRule(0, {
      id: mockId(32, call.world.rules.length + 1),
      company: ORGANISATION.id,
      author: call.world.settings.username,
    });
    const rule = taken(call, blank);
    call.world.rules = [rule, ...call.world.rules];
    return { id: rule.id };
  },
  update: (call: Call): AnswerOf<typeof updateRule> => {
    const rule = taken(call, ruleOf(call));
    call.world.rules = [rule, ...call.world.rules.filter(({ id }) => id !== rule.id)];
    return rule;
  },
  remove: (call: Call): AnswerOf<typeof deleteRule> => {
    const rule = ruleOf(call);
    call.world.rules = call.world.rules.filter(({ id }) => id !== rule.id);
    return rule;
  },
  count: (call: Call): AnswerOf<typeof countRuleEvents> => ({ count: matching(call).length }),
  move: (call: Call): AnswerOf<typeof blacklistRuleEvents> => {
    const { changed, batch } = call.world.change(
      matching(call).map(({ id }) => id),
      'blacklist',
      'rule',
    );
    return { count: changed, batch: changed === 0 ? null : batch, left: 0 };
  },
};

export const RULE_HANDLERS: readonly (readonly [string, (call: Call) => unknown])[] = [
  ['GET /api/rules/', rules.list],
  ['POST /api/rules/', rules.create],
  ['GET /api/rules/{id}/', rules.get],
  ['PATCH /api/rules/{id}/', rules.update],
  ['DELETE /api/rules/{id}/', rules.remove],
  ['GET /api/rules/{id}/count_events/', rules.count],
  ['POST /api/rules/{id}/blacklist_events/', rules.move],
];
