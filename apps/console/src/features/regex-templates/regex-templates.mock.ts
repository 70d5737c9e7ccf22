import {
  changeRegexTemplate,
  createRegexTemplate,
  deleteRegexTemplate,
  listRegexTemplates,
  type RegexTemplate,
  tryRegexTemplate,
} from '@leakwatch/contracts';
import { readExpression } from '@leakwatch/rules';
import { handle } from '../../../mock/handle.ts';
import { mockId } from '../../../mock/ids.ts';
import { accepted, DONE, notFound, Refusal } from '../../../mock/replies.ts';
import type { World } from '../../../mock/world.ts';

function ownOf(world: World, id: string): RegexTemplate {
  const found = world.regexTemplates.find((template) => template.id === id && template.detector === null);
  if (found === undefined) throw notFound();
  return found;
}

function save(world: World, template: RegexTemplate): RegexTemplate {
  if (!('ok' in readExpression(template.regex)) || template.regex.includes('(?=')) throw new Refusal(400, 'regex_template_refused');
  const others = world.regexTemplates.filter(({ id }) => id !== template.id);
  const isTaken = others.some(({ name, detector }) => detector === null && name.toLowerCase() === template.name.toLowerCase());
  if (isTaken) throw new Refusal(409, 'regex_template_exists');
  world.regexTemplates = [template, ...others];
  return template;
}

/** As far as JavaScript's own expressions are the same. */
function matchesIn(regex: string, sample: string) {
  return [...sample.matchAll(new RegExp(regex, 'g'))].map(({ index, 0: text }) => ({ start: index, end: index + text.length }));
}

const ofTemplate = { params: { id: mockId(7, 1) } };

export const HANDLERS = [
  handle(listRegexTemplates, ({ world }) => [...world.regexTemplates]),
  handle(
    createRegexTemplate,
    ({ world, body }) => {
      world.sent.push(body);
      return save(world, { ...body, id: mockId(7, 1000 + world.sent.length), detector: null, kind: null, version: 1 });
    },
    { body: { name: 'Badge', regex: 'B-[0-9]{4}' } },
  ),
  handle(
    changeRegexTemplate,
    ({ world, params, body: sent }) => {
      const before = ownOf(world, params.id);
      const { fields: body, version } = accepted(before, sent);
      world.sent.push(body);
      const { name = before.name, regex = before.regex, hint = before.hint, severity = before.severity } = body;
      return save(world, { ...before, name, regex, hint, severity, version });
    },
    { ...ofTemplate, body: { hint: 'x' } },
  ),
  handle(
    deleteRegexTemplate,
    ({ world, params }) => {
      ownOf(world, params.id);
      world.regexTemplates = world.regexTemplates.filter(({ id }) => id !== params.id);
      return DONE;
    },
    ofTemplate,
  ),
  handle(
    tryRegexTemplate,
    ({ body: { regex, sample } }) => {
      const read = readExpression(regex);
      const reason = 'reason' in read ? read.reason : regex.includes('(?=') ? 'expression_lookaround' : null;
      if (reason !== null) return { reason, queries: [], cost: null, matches: [] };
      const queries = [...regex.matchAll(/[A-Za-z-]{3,}/g)].map(([text]) => [text]).slice(0, 1);
      return { reason, queries, cost: { instructions: 12, most: 500 }, matches: matchesIn(regex, sample) };
    },
    { body: { regex: 'DOG-[0-9]{6}', sample: 'DOG-123456' } },
  ),
];
