import { notifications } from '@mantine/notifications';
import { afterEach, expect } from '@jest/globals';
import type { Locale } from '@leakwatch/vocabulary';
import { cleanup, configure, render, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { answerRequest, CSRF } from '../../mock/answer.ts';
import { type Scenario, World } from '../../mock/world.ts';
import { api } from '../shared/api/api.ts';
import { changeLocale } from '../shared/i18n/i18n.ts';
import { forgetMessages } from '../shared/ui/message-log.ts';
import { App } from './app.tsx';
import { elementError } from './element-error.fixture.ts';
import { createRouter } from './routing/router.ts';
import { routesOf } from './routing/routes.tsx';
import { createStore } from './store.ts';

interface Opened {
  readonly world: World;
  readonly user: UserEvent;
}
interface Options {
  readonly locale?: Locale;
  readonly scenario?: Scenario;
  readonly staff?: boolean;
  /** A window in which `(min-width: …)` of up to so many pixels holds; otherwise none does. */
  readonly width?: number;
  /** What the browser remembers, by key. */
  readonly stored?: Readonly<Record<string, string>>;
  /** What is different in the mock's world. */
  readonly world?: (world: World) => unknown;
}

let world = new World('full');
let store = createStore();
let close = () => {};
let restore = () => {};

/** Rejects when the caller gives a request up, as `fetch` does. */
const abortOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

/** Answers from the mock's world, without a network. */
async function answer(input: RequestInfo | URL): Promise<Response> {
  const request = input instanceof Request ? input : new Request(input);
  const { pathname, searchParams } = new URL(request.url);
  const isForm = request.headers.get('content-type')?.startsWith('application/json') !== true;
  const text = isForm ? '' : await request.text();
  const given = answerRequest(world, {
    method: request.method,
    path: pathname,
    query: searchParams,
    csrf: request.headers.get('x-csrftoken'),
    body: text === '' ? undefined : JSON.parse(text),
  });
  const { status, type, text: body } = await Promise.race([given, abortOf(request.signal)]);
  return new Response(body, { status, headers: { 'content-type': type } });
}
globalThis.fetch = answer;

// How long a test waits for what it names: a bound for a stuck test, not a measurement.
configure({ asyncUtilTimeout: 60_000, getElementError: elementError });

/** The list of events with full rows, as `stored`. */
export const FULL_ROWS = { 'leakwatch.compact': 'no' };

const isPending = (query: { readonly status: string } | undefined): boolean => query?.status === 'pending';

/** Waits until nothing on the page is loading, what arrives after the page itself included. */
export const settle = () =>
  waitFor(() => {
    expect(document.querySelector('h1')).not.toBeNull();
    expect(Object.values(store.getState().api.queries).some(isPending)).toBe(false);
    expect(document.querySelector('[aria-busy=true], .mantine-Loader-root')).toBeNull();
  });

/** Waits until a button that shows progress may be pressed again. */
export const enabled = (button: HTMLElement) => waitFor(() => expect(button).toHaveProperty('disabled', false));

/** Opens the console at an address, in a fresh world, and waits until the page has loaded. */
export async function openPage(
  path: string,
  { locale = 'en', scenario = 'full', staff = false, width = 0, stored = {}, world: prepare }: Options = {},
): Promise<Opened> {
  leave();
  world = new World(scenario, staff);
  prepare?.(world);
  localStorage.clear();
  localStorage.setItem('leakwatch.locale', locale);
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  const { matchMedia } = window;
  restore = () => Object.assign(window, { matchMedia });
  window.matchMedia = (query) => ({
    ...matchMedia(query),
    matches: width >= Number(/^\(min-width: (\d+)px\)$/.exec(query)?.[1] ?? Infinity),
  });
  document.cookie = `csrftoken=${CSRF}`;
  window.history.replaceState(null, '', path);
  await changeLocale(locale, false);
  const opened = createStore();
  store = opened;
  const router = createRouter(routesOf(opened));
  close = () => {
    router.dispose();
    opened.dispatch(api.util.resetApiState());
  };
  render(<App store={opened} router={router} />);
  await settle();
  return { world, user: userEvent.setup({ delay: null }) };
}

/** Takes the open page away, with what it keeps outside the document. */
function leave(): void {
  cleanup();
  close();
  close = () => {};
  restore();
  restore = () => {};
  notifications.clean();
  forgetMessages();
  expect(world.faults).toEqual([]);
}
afterEach(leave);
