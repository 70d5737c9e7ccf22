import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '@leakwatch/platform';
import type { openEvents } from '../events.fixture.ts';

/** What a call answered. */
export interface Answered {
  /** 0 where nobody answered. */
  readonly status: number;
  readonly changed?: number | undefined;
  readonly batch?: string | null | undefined;
}
interface Sender {
  readonly events: Pick<Awaited<ReturnType<typeof openEvents>>, 'call'>;
  readonly callerOf: (person: number) => Caller;
}
interface SentChange {
  readonly by: number;
  readonly path: string;
  readonly body: object;
  readonly answer: string;
}

const SERVER_FAILED = 500;
const TRIES = 6;
const BETWEEN_TRIES_MS = 5;

const DONE: Answered = { status: 200 };

/** What people of a world send to the events service. */
export class WorldCalls {
  /** Changes that were answered, in the order of their answers. */
  private readonly sent: SentChange[] = [];

  constructor(private readonly world: Sender) {}

  /** A change with an id of its own, which is sent until it is answered, as a person does whose connection breaks. */
  async change(by: number, path: string, body: object): Promise<Answered> {
    const sent = { ...body, idempotency_key: randomUUID() };
    let answer = await this.post(by, path, sent);
    for (let left = TRIES; left > 0 && answer.status >= SERVER_FAILED; left -= 1) {
      await pause(BETWEEN_TRIES_MS);
      answer = await this.post(by, path, sent);
    }
    if (answer.status < 300) this.sent.push({ by, path, body: sent, answer: JSON.stringify(answer) });
    return answer;
  }

  /** A change that was answered is made once: it gets the same answer. `ago`: how many were answered after it. */
  async sendAgain(ago: number): Promise<Answered> {
    const sent = this.sent.at(-1 - ago);
    if (sent === undefined) return DONE;
    const { by, path, body, answer } = sent;
    const again = await this.post(by, path, body);
    if (again.status < SERVER_FAILED && JSON.stringify(again) !== answer)
      throw new Error(`sent again: ${JSON.stringify(again)}, and not ${answer}`);
    return { status: again.status };
  }

  async post(by: number, path: string, body: object): Promise<Answered> {
    const answer = await this.world.events.call(this.world.callerOf(by), 'POST', path, body);
    const {
      changed,
      count,
      restored,
      added,
      batch,
    }: Record<'changed' | 'count' | 'restored' | 'added', number | undefined> & { batch?: string } = answer.json();
    return { status: answer.statusCode, changed: changed ?? count ?? restored ?? added, batch };
  }
}
