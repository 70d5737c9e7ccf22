import { CSRF_COOKIE } from '@leakwatch/contracts';
import { botToken } from './bot-token.ts';

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
