import { type BaseQueryFn, type FetchArgs, fetchBaseQuery } from '@reduxjs/toolkit/query';
import { ACTING_HEADER, ANSWER_MS, CSRF_COOKIE, CSRF_HEADER, getBotCheck, LOCALE_HEADER, POLL_HEADER } from '@leakwatch/contracts';
import { shownTexts } from '../i18n/shown-texts.ts';
import { botToken } from '../bot-check/bot-token.ts';
import { needTexts } from '../i18n/i18n.ts';
import { CODE_TEXTS } from '../i18n/texts.ts';
import { watchActivity } from './activity.ts';
import { noteFailed, noteMade } from './failed-calls.ts';
import { asWrite } from './open-writes.ts';
import { type Problem, readProblem } from './problem.ts';
import { actingRefused, hasSession, sessionLost } from './session-state.ts';

/** The value of a cookie in a `document.cookie` string, or null. */
function readCookie(cookies: string, name: string): string | null {
  for (const part of cookies.split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return decodeURIComponent(part.slice(at + 1).trim());
  }
  return null;
}

const SAFE_METHODS = new Set(['GET', 'HEAD']);
const isSafe = ({ method = 'GET' }: FetchArgs): boolean => SAFE_METHODS.has(method);

const plain = fetchBaseQuery({ credentials: 'same-origin', timeout: ANSWER_MS });

const isActive = watchActivity(window);

/** Texts of the answer are in the language of the page. Polls are marked, so that they do not keep an unattended tab signed in. Calls that change state send the CSRF token. `acting`: the organisation in whose name the page works. */
const withHeaders = (args: FetchArgs, acting: string | null): FetchArgs => {
  const headers = { [LOCALE_HEADER]: shownTexts().locale, ...(acting !== null && { [ACTING_HEADER]: acting }) };
  if (isSafe(args)) return { ...args, headers: isActive() ? headers : { ...headers, [POLL_HEADER]: '1' } };
  const token = readCookie(document.cookie, CSRF_COOKIE);
  return { ...args, headers: token === null ? headers : { ...headers, [CSRF_HEADER]: token } };
};

/** A call of the console. The body of a bot-checked one gets a `token`. `onlyAnswers`: it changes nothing, whatever its method. */
export interface CallArgs extends FetchArgs {
  readonly onlyAnswers?: true;
  readonly botChecked?: true;
}

/** The vendor's script is blocked, or gave no token. */
const NO_TOKEN: Problem = { status: 0, code: 'bot_check_unavailable', requestId: null, fields: {}, details: {} };

/** A refusal is reported all the same when its texts cannot be loaded, or not within this time, in milliseconds. */
const TEXTS_MS = 5_000;

/** Most codes have their text in a file that is loaded after the first page. */
async function textsFor({ code }: Problem): Promise<void> {
  if (shownTexts().exists(`baseErrors.${code}`)) return;
  const late = new Promise<void>((resolve) => setTimeout(resolve, TEXTS_MS));
  await Promise.race([needTexts([CODE_TEXTS]).catch(() => undefined), late]);
}

const ask: BaseQueryFn<CallArgs, unknown, Problem> = async (args, store, extra) => {
  const state = store.getState();
  const call = () => plain(withHeaders(args, hasSession(state) ? state.session.acting : null), store, extra);
  const isChange = !isSafe(args) && args.onlyAnswers !== true;
  const result = await (isChange ? asWrite(call) : call());
  if (result.error === undefined) {
    if (!isSafe(args)) noteMade(args);
    return { data: result.data };
  }
  const { status, data } = result.error;
  const http = typeof status === 'number' ? status : (result.meta?.response?.status ?? 0);
  // An answer that is not JSON (a proxy's page) has its status in `meta`.
  const read = readProblem(http, data);
  const isUnsure = read.status === 0 && isChange && hasSession(state) && state.session.known;
  // A connection that breaks does not say whether the server has made the change.
  const problem = isUnsure ? { ...read, code: 'unanswered' } : read;
  if (problem.status === 401 && problem.code === 'not_authenticated') store.dispatch(sessionLost());
  if (problem.code === 'acting_changed') store.dispatch(actingRefused());
  if (!isSafe(args)) noteFailed(args, problem);
  await textsFor(problem);
  return { error: problem };
};

/** Every call of the console: CSRF header, bot-check, one shape of errors, and one place that notices a lost session. */
export const baseQuery: BaseQueryFn<CallArgs, unknown, Problem> = async ({ botChecked, ...args }, store, extra) => {
  if (botChecked === undefined) return ask(args, store, extra);
  const check = await ask({ url: getBotCheck.path }, store, extra);
  if (check.error !== undefined) return check;
  try {
    const token = await botToken(check.data);
    return await ask({ ...args, body: { ...args.body, ...(token !== undefined && { token }) } }, store, extra);
  } catch {
    return { error: NO_TOKEN };
  }
};
