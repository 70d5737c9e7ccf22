import { setTimeout as sleep } from 'node:timers/promises';
import { CSRF_COOKIE } from '@leakwatch/contracts';
import { botToken } from './bot-token.ts';

/**
 * What was created in one service reaches the others as a message, usually well within a second. On a busy machine, while consumers of Kafka join
 * their groups, it takes longer.
 */
const KNOWN_MS = 120_000;
const ON_ITS_WAY = ['organisation_unknown', 'task_invalid'];

/** An error answer of the API. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string, path: string) {
    super(`${path}: ${code}`);
    this.code = code;
  }
}

/** A client that signs in and makes calls with cookies and CSRF header, as the console does. */
export class ConsoleClient {
  private readonly baseUrl: string;
  private readonly cookies = new Map<string, string>();

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  async signIn(login: string, password: string): Promise<void> {
    await this.post('/api/login/', { login, password, token: await botToken(this.baseUrl) });
  }

  get(path: string): Promise<unknown> {
    return this.call('GET', path);
  }

  post(path: string, body: unknown = {}): Promise<unknown> {
    return this.call('POST', path, body);
  }

  /** As `post`; returns the id of the new object. */
  async create(path: string, body: unknown): Promise<string> {
    const answer = await this.post(path, body);
    if (typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string') return answer.id;
    throw new Error(`${path} gave no id`);
  }

  /** Creates a task, as soon as the organisation and the keywords that it names have reached the tasks service. Returns its id. */
  async createTask(body: unknown): Promise<string> {
    const deadline = Date.now() + KNOWN_MS;
    for (;;) {
      try {
        return await this.create('/api/tasks/', body);
      } catch (error) {
        if (!(error instanceof Refused) || !ON_ITS_WAY.includes(error.code) || Date.now() > deadline) throw error;
        await sleep(200);
      }
    }
  }

  private async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(new URL(path, this.baseUrl), {
      method,
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-csrftoken': this.cookies.get(CSRF_COOKIE) ?? '',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok) return answer;
    throw new Refused(
      typeof answer === 'object' && answer !== null && 'code' in answer ? String(answer.code) : String(response.status),
      path,
    );
  }
}
