import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { MantineProvider } from '@mantine/core';
import { Link, Navigate, Outlet, type RouteObject } from 'react-router-dom';
import { guardBack } from '../../shared/lib/back-guard.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import { Part, ShownPart } from './part.tsx';
import { createRouter, type Router } from './router.ts';
import { RouterPages } from './router-pages.tsx';

interface Loading {
  readonly arrive: () => Promise<void>;
  readonly fail: () => Promise<void>;
}

/** Every load of a page, by its path, in their order. */
let loads: Map<string, Loading[]>;
let router: Router;

function pageRoute(path: string, Page: ComponentType): RouteObject {
  const open = () =>
    new Promise<ComponentType>((resolve, reject) => {
      const settle = (how: () => void) => act(() => Promise.resolve(how()));
      const loading = { arrive: () => settle(() => resolve(Page)), fail: () => settle(() => reject(new Error('no such file'))) };
      loads.set(path, [...(loads.get(path) ?? []), loading]);
    });
  const part = new Part(open);
  return { path, handle: part, element: <ShownPart part={part} /> };
}

const load = (path: string, at = 0): Loading => {
  const found = loads.get(path)?.[at];
  if (found === undefined) throw new Error(`${path} was not asked for ${at + 1} times`);
  return found;
};

const frame = (children: RouteObject[]): RouteObject => ({
  element: (
    <>
      <nav>
        <Link to="/one">one</Link>
        <Link to="/two?of=two#place">two</Link>
        <Link to="/old">old</Link>
      </nav>
      <CrashBoundary>
        <Outlet />
      </CrashBoundary>
    </>
  ),
  children,
});

const press = (name: string) => fireEvent.click(screen.getByRole('link', { name }));
const heading = () => screen.queryByRole('heading')?.textContent;
const address = () => window.location.pathname + window.location.search + window.location.hash;

beforeEach(async () => {
  loads = new Map();
  window.history.pushState(null, '', '/one');
  router = createRouter([
    frame([
      pageRoute('/one', () => <h1>First</h1>),
      pageRoute('/two', () => <h1>Second</h1>),
      { path: '/old', element: <Navigate to="/two" replace /> },
    ]),
  ]);
  render(
    <MantineProvider>
      <RouterPages router={router} />
    </MantineProvider>,
  );
  await load('/one').arrive();
});
afterEach(() => {
  cleanup();
  router.dispose();
  jest.restoreAllMocks();
});

test('a page and its address are left when the next one is loaded, and not before', async () => {
  expect(heading()).toBe('First');
  press('two');
  expect([heading(), address()]).toEqual(['First', '/one']);
  await load('/two').arrive();
  expect([heading(), address()]).toEqual(['Second', '/two?of=two#place']);
  press('one');
  expect([heading(), address()]).toEqual(['First', '/one']);
});

test('what was asked for last is shown', async () => {
  press('two');
  press('one');
  await load('/two').arrive();
  expect([heading(), address()]).toEqual(['First', '/one']);
});

test('an address that leads to another one leaves no step in the history', async () => {
  const before = window.history.length;
  press('old');
  await load('/two').arrive();
  expect([heading(), address(), window.history.length]).toEqual(['Second', '/two', before + 1]);
});

test('a page that cannot be loaded leaves its frame, and is tried again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  press('two');
  await load('/two').fail();
  screen.getByRole('alert');
  expect(address()).toBe('/two?of=two#place');
  press('one');
  expect(heading()).toBe('First');
  press('two');
  await load('/two', 1).arrive();
  expect(heading()).toBe('Second');
});

test('a step back that must be asked about is taken back, and taken when it may', async () => {
  press('two');
  await load('/two').arrive();
  const asked: (() => void)[] = [];
  let isNeeded = true;
  const end = guardBack({ isNeeded: () => isNeeded, ask: (proceed) => void asked.push(proceed) });
  act(() => window.history.back());
  await waitFor(() => expect([asked.length, address()]).toEqual([1, '/two?of=two#place']));
  expect(heading()).toBe('Second');
  asked[0]?.();
  await waitFor(() => expect([heading(), address()]).toEqual(['First', '/one']));
  isNeeded = false;
  act(() => window.history.forward());
  await waitFor(() => expect(heading()).toBe('Second'));
  isNeeded = true;
  end();
  act(() => window.history.back());
  await waitFor(() => expect(heading()).toBe('First'));
  expect(asked.length).toBe(1);
});
