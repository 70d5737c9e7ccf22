import { randomUUID } from 'node:crypto';
import {
  assignEvents,
  blacklistRuleEvents,
  changeManyStatuses,
  changeOneStatus,
  commentOnMany,
  createComment,
  createRule,
  type Finding,
  listComments,
  memberChangesV1,
  undoStatusChange,
} from '@leakwatch/contracts';
import { type Caller, type Delivery, outgoing } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import type { CloseReason, TriageStatus } from '@leakwatch/vocabulary';
import { OWNER_RULE } from '../blacklist/blacklist.fixture.ts';
import { PurgeDeletedEvents } from '../deletion/purge-deleted-events.ts';
import { IndexTexts } from '../event-index/index-texts.ts';
import { makeTaskChange, type openEvents, publishOrganisation } from '../events.fixture.ts';
import { eventId } from '../intake/event-identity.ts';
import { TakeFindings } from '../intake/take-findings.ts';
import { CountSchedule } from '../statistics/count-schedule.ts';
import { keyAt, type Named, reasonOf } from './people-model.fixture.ts';
import { type Happening, type ModelFilters, type ModelFinding, ORGANISATION_OF, PEOPLE } from './triage-happenings.fixture.ts';
import { type Answered, WorldCalls } from './world-calls.fixture.ts';
import { findingOf } from './world-findings.fixture.ts';

type Events = Awaited<ReturnType<typeof openEvents>>;

const DONE: Answered = { status: 200 };
const DAY_MS = 86_400_000;
/** As the bus and schedules do: again until it is done. */
async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 8; ; left -= 1)
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
    }
}

/** Organisations of their own, with what their people and the other services do to the events service. */
export class TriageWorld {
  readonly organisations = [randomUUID(), randomUUID()];
  readonly tasks = ORGANISATION_OF.map(() => randomUUID());
  readonly callers: readonly Caller[] = PEOPLE.map((at, who) =>
    testCaller(at === null ? null : (this.organisations[at] ?? null), {
      staff: at === null,
      account: { id: randomUUID(), username: `person ${who}` },
    }),
  );
  private readonly versions = new Map<string, number>();
  private readonly rules = new Map<string, string>();
  private readonly delivered: (readonly Delivery<Finding>[])[] = [];
  private readonly deletedTasks = new Set<number>();
  private readonly calls = new WorldCalls(this);

  private constructor(readonly events: Events) {}

  static async open(events: Events): Promise<TriageWorld> {
    const world = new TriageWorld(events);
    for (const organisation of world.organisations) await publishOrganisation(events, organisation);
    for (const task of ORGANISATION_OF.keys()) await world.publishTask(task, {});
    for (const [who, organisation] of PEOPLE.entries()) if (organisation !== null) await world.publishMember(who, true);
    await events.settled();
    return world;
  }

  callerOf(person: number): Caller {
    const caller = this.callers[person];
    if (caller === undefined) throw new Error('no such person');
    return caller;
  }
  accountOf = (person: number): string => this.callerOf(person).account?.id ?? '';

  idOf(key: string): string {
    const [task = 0, place = 0, lines = 0] = key.split('/').map(Number);
    return eventId(this.finding({ task, place, lines, version: 1, late: false }));
  }

  private finding(of: ModelFinding): Finding {
    return findingOf(of, { organisation_id: this.organisations[ORGANISATION_OF[of.task] ?? 0] ?? '', task_id: this.tasks[of.task] ?? '' });
  }

  filtersOf({ status, task, owner, assignee, reason, overdue }: ModelFilters) {
    return {
      status,
      ...(task !== undefined && { task: this.tasks[task] ?? '' }),
      ...(owner !== undefined && { username: [owner] }),
      ...(assignee !== undefined && { assignee: [assignee === null ? 'none' : this.accountOf(assignee)] }),
      ...(reason !== undefined && { reason: [reason] }),
      ...(overdue === true && { due: 'overdue' }),
    };
  }

  /** Does it; `batchId`: of the change that `named.batch` is. */
  async happen(what: Happening, { keys, batch, rule, serial }: Named, batchId: string | undefined): Promise<Answered> {
    const ids = (picks: readonly number[]) => picks.map((pick) => this.idOf(keyAt(keys, pick)));
    const close = (status: TriageStatus, nth: number) => {
      const reason: CloseReason | null = reasonOf(status, nth);
      return { status, ...(reason !== null && { reason }) };
    };
    if ('events' in what && keys.length === 0) return DONE;
    if ('event' in what && keys.length === 0) return DONE;
    switch (what.do) {
      case 'find':
        return this.deliver(
          what.findings.map((one, at) => ({
            id: randomUUID(),
            key: `${serial} ${at}`,
            payload: this.finding(one),
            publishedAt: new Date(),
          })),
          what.twice,
        );
      case 'redeliver':
        return this.deliver(this.delivered.at(-1 - what.ago) ?? [], false);
      case 'one': {
        const path = changeOneStatus.path.replace('{id}', ids([what.event])[0] ?? '');
        return this.calls.change(what.by, path, { ...close(what.status, what.reason), same_file: what.sameFile, simular: what.similar });
      }
      case 'many':
        return this.calls.change(what.by, changeManyStatuses.path, { ...close(what.status, what.reason), events: ids(what.events) });
      case 'matching':
        return this.calls.change(what.by, changeManyStatuses.path, {
          ...close(what.status, what.reason),
          // Staff see the organisations of other worlds too.
          filters: { ...this.filtersOf(what.filters), ...(PEOPLE[what.by] === null && { org: this.organisations[0] }) },
        });
      case 'send again':
        return this.calls.sendAgain(what.ago);
      case 'undo':
        if (batch === undefined || batchId === undefined) return DONE;
        return this.calls.post(what.by ?? batch.by, undoStatusChange.path, { batch: batchId });
      case 'assign':
        return this.calls.change(what.by, assignEvents.path, {
          events: ids(what.events),
          assignee: what.to === null ? null : this.accountOf(what.to),
        });
      case 'date':
        return this.calls.change(what.by, assignEvents.path, { events: ids(what.events), due_date: what.due });
      case 'reason':
        return this.calls.change(what.by, assignEvents.path, { events: ids(what.events), reason: what.reason });
      case 'replay':
        if (rule === undefined) return DONE;
        return this.calls.post(
          what.by,
          blacklistRuleEvents.path.replace('{id}', this.rules.get(`${rule.organisation} ${rule.owner}`) ?? ''),
          {},
        );
      case 'comment':
        return this.calls.post(what.by, createComment.path, { event: ids([what.event])[0], text: `text ${what.text}` });
      case 'comment on many':
        return this.calls.post(what.by, commentOnMany.path, { events: ids(what.events), text: `text ${what.text}` });
      case 'edit':
      case 'remove comment': {
        const [event = ''] = ids([what.event]);
        const list = await this.events.get(this.callerOf(what.by), `${listComments.path}?event=${event}`);
        if (list.statusCode !== 200) return { status: list.statusCode };
        const own = listComments.answer.parse(list.json()).findLast(({ user }) => user === this.accountOf(what.by));
        if (own === undefined) return DONE;
        const path = `/api/comments/${own.id}/`;
        const edit =
          what.do === 'edit'
            ? ({ method: 'PATCH', body: { text: `text ${what.text}` } } as const)
            : ({ method: 'DELETE', body: undefined } as const);
        return { status: (await this.events.call(this.callerOf(what.by), edit.method, path, edit.body)).statusCode };
      }
      default:
        await this.settle(what, rule);
        return DONE;
    }
  }

  /** Takes a batch of findings as the bus does: again until it is taken. */
  private async deliver(batch: readonly Delivery<Finding>[], twice: boolean): Promise<Answered> {
    const take = () => untilDone(() => this.events.app.get(TakeFindings).run(batch));
    this.delivered.push(batch);
    await Promise.all(twice ? [take(), take()] : [take()]);
    return DONE;
  }

  /** What is done by others than people who triage, or beside the events. */
  private async settle(what: Happening, rule: Named['rule']): Promise<void> {
    const { app } = this.events;
    if (what.do === 'purge') await untilDone(() => app.get(PurgeDeletedEvents).run(new Date(Date.now() + 31 * DAY_MS)));
    if (what.do === 'add up') await untilDone(() => app.get(CountSchedule).run());
    if (what.do === 'index') await untilDone(() => app.get(IndexTexts).run());
    if (what.do === 'purge' || what.do === 'add up' || what.do === 'index') return;
    if (what.do === 'rule') {
      const person = PEOPLE.indexOf(what.organisation === 0 ? 0 : 1);
      const answer = await this.events.call(this.callerOf(person), 'POST', '/api/rules/', { ...OWNER_RULE, rule_owner: what.owner });
      if (answer.statusCode === 200 || answer.statusCode === 201)
        this.rules.set(`${what.organisation} ${what.owner}`, createRule.answer.parse(answer.json()).id);
    }
    if (what.do === 'no rule' && rule !== undefined) {
      const id = this.rules.get(`${rule.organisation} ${rule.owner}`) ?? '';
      await this.events.call(this.callerOf(PEOPLE.indexOf(rule.organisation === 0 ? 0 : 1)), 'DELETE', `/api/rules/${id}/`);
    }
    if (what.do === 'keywords') await this.publishTask(what.task, { filter_keywords: what.on ? ['sample'] : [] });
    if (what.do === 'delete task') await this.publishTask(what.task, { archived: true, running: false, delete_events: true });
    if (what.do === 'active')
      await publishOrganisation(this.events, this.organisations[what.organisation] ?? '', what.on, this.next(`o${what.organisation}`));
    if (what.do === 'member') await this.publishMember(what.who, what.on);
    await this.events.settled();
  }

  private next(name: string): number {
    const version = (this.versions.get(name) ?? 1) + 1;
    this.versions.set(name, version);
    return version;
  }

  private async publishTask(task: number, change: Partial<Parameters<typeof makeTaskChange>[0]>): Promise<void> {
    if (this.deletedTasks.has(task)) return;
    if (change.delete_events === true) this.deletedTasks.add(task);
    const of = { organisation_id: this.organisations[ORGANISATION_OF[task] ?? 0] ?? '', task_id: this.tasks[task] ?? '' };
    await this.events.publishTask({ ...of, ...change, version: this.next(`t${task}`) });
  }

  private async publishMember(who: number, isMember: boolean): Promise<void> {
    const organisation_id = isMember ? (this.callerOf(who).organisation ?? null) : null;
    const change = { account_id: this.accountOf(who), version: this.next(`m${who}`), organisation_id, name: `person ${who}` };
    await this.events.publish([outgoing(memberChangesV1, change)]);
  }
}
