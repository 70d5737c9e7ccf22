import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { openEvents } from '../events.fixture.ts';
import { happen, type Named } from './people-model.fixture.ts';
import type { ModelFilters, Step } from './triage-happenings.fixture.ts';
import { type Model, type ModelEvent, newModel } from './triage-model.fixture.ts';
import { TriageWorld } from './triage-world.fixture.ts';
import type { Answered } from './world-calls.fixture.ts';
import { modelled, readWorld } from './world-facts.fixture.ts';
import { wrongLists } from './world-lists.fixture.ts';

type Events = Awaited<ReturnType<typeof openEvents>>;
interface Made {
  readonly serial: number;
  readonly by: number;
  readonly id: string;
}

/** Every order of what happened, each also without what perhaps did not happen. */
function orders<T>(all: readonly T[], perhaps: (one: T) => boolean): readonly (readonly T[])[] {
  if (all.length === 0) return [[]];
  return all.flatMap((one, at) => {
    const rest = orders([...all.slice(0, at), ...all.slice(at + 1)], perhaps);
    return rest.flatMap((others) => (perhaps(one) ? [[one, ...others], others] : [[one, ...others]]));
  });
}

/** Drops connections that are in the middle of something. */
async function cutConnections(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const wait of [1, 3, 9]) {
    await pause(wait);
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and (state like 'idle in%' or state = 'active')
      order by random() limit 2`);
  }
  await client.end();
}

const isUnknown = ({ status }: Answered): boolean => status === 0 || status >= 500;
/** What a step shows when it goes wrong. */
const named = (step: Step): string => JSON.stringify(step.at);

/** Lets it all happen. Returns what is not as in the model. */
export async function live(events: Events, steps: readonly Step[], filters: readonly ModelFilters[]): Promise<readonly string[]> {
  const world = await TriageWorld.open(events);
  let model = newModel();
  const made: Made[] = [];
  const serials = new Map<string, number>();
  const silent = new Set<number>();
  let serial = 0;

  const play = async (step: Step): Promise<readonly string[]> => {
    const keys = Object.keys(model.events).sort();
    const rules = model.rules.flatMap((owners, organisation) => owners.map((owner) => ({ organisation, owner })));
    const playing = step.at.map((what) => {
      const batch = what.do === 'undo' ? made.at(-1 - what.ago) : undefined;
      const rule = 'rule' in what ? rules[what.rule % Math.max(1, rules.length)] : undefined;
      const of: Named = { serial: (serial += 1), keys, batch, rule };
      return { what, of, batchId: batch?.id };
    });
    const cutting = step.cut ? cutConnections(events.environment.databaseUrl) : undefined;
    const answers = await Promise.all(playing.map(({ what, of, batchId }) => world.happen(what, of, batchId)));
    await cutting;
    for (const [at, { what, of }] of playing.entries()) {
      const answer = answers[at];
      if (answer === undefined || !('by' in what)) continue;
      if (isUnknown(answer)) silent.add(of.serial);
      if (what.by === null || typeof answer.batch !== 'string') continue;
      made.push({ serial: of.serial, by: what.by, id: answer.batch });
      serials.set(answer.batch, of.serial);
    }
    const together = step.at.length > 1;
    // A purge waits for no event: it leaves one that somebody changes to the next.
    const perhaps = ({ what, of }: (typeof playing)[number]) => silent.has(of.serial) || (together && what.do === 'purge');
    const results = orders(playing, perhaps).map((order) => {
      const copy = structuredClone(model);
      return { copy, changed: order.map(({ what, of }) => happen(copy, what, of)) };
    });
    const wrong: string[] = [];
    const [first] = results;
    if (first === undefined) return wrong;
    const [answer] = answers;
    const [expected] = first.changed;
    if (!together && !step.cut && expected !== undefined && answer !== undefined && expected !== (answer.changed ?? 0))
      wrong.push(`${named(step)}: ${expected} events change, and ${answer.changed} did (${answer.status})`);
    const every = new Set(results.flatMap(({ copy }) => [...Object.keys(copy.told), ...Object.keys(copy.events)]));
    const facts = await readWorld(world, [...every], serials);
    const settled: Record<string, ModelEvent> = {};
    const told: Record<string, string[]> = {};
    const waiting: Record<string, boolean> = {};
    for (const key of every) {
      const fact = facts.get(key) ?? '';
      const match = results.find(({ copy }) => modelled(copy, key, silent) === fact)?.copy;
      if (match === undefined) {
        const possible = [...new Set(results.map(({ copy }) => modelled(copy, key, silent)))];
        wrong.push(`${named(step)}: ${key} is ${fact}, and may be ${possible.join(' or ')}`);
      }
      const event = match?.events[key];
      if (event !== undefined) settled[key] = event;
      told[key] = match?.told[key] ?? [];
      waiting[key] = match?.waiting[key] === true;
    }
    const next: Model = { ...first.copy, events: settled, told, waiting };
    model = next;
    return wrong;
  };

  for (const [at, step] of steps.entries()) {
    const wrong = await play(step);
    if (wrong.length > 0) return [`step ${at}${step.cut ? ', connections cut' : ''}`, ...wrong, ...steps.slice(0, at).map(named)];
  }
  return wrongLists(world, model, filters);
}
