import { CSRF_COOKIE, CSRF_HEADER, sessionCookie } from '@leakwatch/contracts';
import { botToken } from '@leakwatch/local';

export interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly body: unknown;
  readonly headers: Headers;
}

/** The cookies of a browser that signed in. */
export interface Cookies {
  readonly session: string;
  readonly csrf: string;
}

export interface Asking {
  readonly cookies?: Partial<Cookies>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as it is when it is text. */
  readonly body?: unknown;
}

/** Sends one request without a cookie or any header beyond those given. */
export async function ask(base: string, method: string, path: string, asking: Asking = {}): Promise<Answer> {
  const { session, csrf } = asking.cookies ?? {};
  const cookie = [
    session === undefined ? [] : `${sessionCookie(false)}=${session}`,
    csrf === undefined ? [] : `${CSRF_COOKIE}=${csrf}`,
  ].flat();
  const body = asking.body === undefined || typeof asking.body === 'string' ? asking.body : JSON.stringify(asking.body);
  const response = await fetch(new URL(path, base), {
    method,
    redirect: 'manual',
    headers: {
      ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...asking.headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const answer: unknown = isJson ? JSON.parse(text) : text;
  const code = typeof answer === 'object' && answer !== null && 'code' in answer ? String(answer.code) : undefined;
  return { status: response.status, code, body: answer, headers: response.headers };
}

/** As the console sends it: the session, and the token in cookie and header. */
export const asConsole = (cookies: Cookies, body?: unknown): Asking => ({
  cookies,
  headers: { [CSRF_HEADER]: cookies.csrf },
  ...(body !== undefined && { body }),
});

/** Codes of the staff accounts whose second factor `startProduct` set up, by e-mail. */
const staffCodes = new Map<string, () => string | undefined>();
export const keepStaffCodes = (email: string, code: () => string | undefined): void => void staffCodes.set(email, code);

/** Signs in with the password; the first staff account of a product completely, with a code of its second factor. */
export async function signIn(base: string, login: string, password: string): Promise<Cookies> {
  const answer = await ask(base, 'POST', '/api/login/', { body: { login, password, token: await botToken(base) } });
  if (answer.status !== 200) throw new Error(`no sign-in for ${login}: ${answer.code}`);
  const token = staffCodes.get(login)?.();
  if (token === undefined) return cookiesOf(answer);
  const confirmed = await ask(base, 'POST', '/api/profile/two_factor/confirm/', asConsole(cookiesOf(answer), { token }));
  if (confirmed.status !== 200) throw new Error(`no second factor for ${login}: ${confirmed.code}`);
  return cookiesOf(confirmed);
}

/** The cookies that a browser would keep of an answer that opens or renews a session. */
export function cookiesOf(answer: Answer): Cookies {
  const cookies = new Map(
    answer.headers.getSetCookie().map((line): [string, string] => {
      const [pair = ''] = line.split(';');
      return [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    }),
  );
  return { session: cookies.get(sessionCookie(false)) ?? '', csrf: cookies.get(CSRF_COOKIE) ?? '' };
}
