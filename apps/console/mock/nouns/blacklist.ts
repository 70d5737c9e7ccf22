import {
  blacklistRuleEvents,
  type BlacklistRuleRow,
  countRuleEvents,
  createRule,
  deleteRule,
  type EventRow,
  getRule,
  type InputOf,
  listRules,
  updateRule,
} from '@leakwatch/contracts';
import { nameKey, namesOfPlace, readRule } from '@leakwatch/rules';
import { makeRule } from '../data/blacklist.ts';
import { ORGANISATION } from '../data/tasks.ts';
import { handle } from '../handle.ts';
import { notFound, pageOf, Refusal } from '../replies.ts';
import { mockId } from '../ids.ts';
import type { World } from '../world.ts';

const keyOf = ({ block_type, source_type, rule_owner, rule_repo, task }: BlacklistRuleRow) =>
  JSON.stringify([block_type, source_type, nameKey(rule_owner), nameKey(rule_repo), task]);

function ruleOf(world: World, id: string): BlacklistRuleRow {
  const rule = world.rules.find((one) => one.id === id);
  if (rule === undefined) throw notFound();
  return rule;
}

/** The sent rule over `before`, as the service would store it. */
function merge(world: World, body: Partial<InputOf<typeof createRule>['body']>, before: BlacklistRuleRow): BlacklistRuleRow {
  const sent = { ...before, ...body };
  const read = readRule(sent);
  if ('faults' in read) throw new Refusal(400, 'rule_invalid', { fields: read.faults });
  const { task, event } = sent;
  const rule = {
    ...before,
    ...read.rule,
    task,
    task_name: world.tasks.find((one) => one.id === task)?.title ?? null,
    event,
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

const matching = (world: World, id: string) => world.events.filter((event) => matches(ruleOf(world, id), event));

export const HANDLERS = [
  handle(listRules, ({ world, query }) => {
    const part = nameKey(query.rule ?? '');
    const found = world.rules.filter(
      (rule) =>
        `${nameKey(rule.rule_owner)}/${nameKey(rule.rule_repo)}`.includes(part) && (query.org === undefined || rule.company === query.org),
    );
    return pageOf(found, query);
  }),
  handle(getRule, ({ world, params }) => ruleOf(world, params.id)),
  handle(createRule, ({ world, body }) => {
    const id = mockId(32, world.rules.length + 1);
    const rule = merge(world, body, makeRule(0, { id, company: ORGANISATION.id, author: world.settings.username }));
    world.rules = [rule, ...world.rules];
    return { id };
  }),
  handle(updateRule, ({ world, params, body }) => {
    const { update_at: seen, ...sent } = body;
    const before = ruleOf(world, params.id);
    if (seen !== undefined && seen !== before.update_at) throw new Refusal(409, 'changed_meanwhile', { details: { at: before.update_at } });
    const rule = merge(world, sent, before);
    world.rules = [rule, ...world.rules.filter(({ id }) => id !== rule.id)];
    return rule;
  }),
  handle(deleteRule, ({ world, params }) => {
    const rule = ruleOf(world, params.id);
    world.rules = world.rules.filter(({ id }) => id !== rule.id);
    return rule;
  }),
  handle(countRuleEvents, ({ world, params }) => ({ count: matching(world, params.id).length })),
  handle(blacklistRuleEvents, ({ world, params, body }) =>
    world.once(body?.idempotency_key, () => {
      const ids = matching(world, params.id).map(({ id }) => id);
      const { changed, batch } = world.change(ids, 'blacklist', { actor: 'rule' });
      return { count: changed, batch: changed === 0 ? null : batch, left: 0 };
    }),
  ),
];
