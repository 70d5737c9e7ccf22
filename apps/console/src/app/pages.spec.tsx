import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { GOOD_CODE } from '../../mock/data/people.ts';
import { mockId } from '../../mock/ids.ts';
import type { World } from '../../mock/world.ts';
import { allTexts } from './all-texts.fixture.ts';
import { PAGES } from './features.ts';
import { openPage } from './open-page.fixture.tsx';

// Every page of every feature, in each state and both languages. A feature that is added is in here by itself.
const ROOTS = Object.keys(await allTexts('en')).join('|');
/** A key that has no text is shown as it is. */
const RAW_KEY = new RegExp(`\\b(${ROOTS})\\.[a-z_]+\\b(?!@|/)`);

/** Parts of addresses, and queries without which a page has nothing to show. */
const addressOf = (path: string) =>
  path
    .replace(':id', mockId(2, 1))
    .replace('*', '/no/such/page')
    .replace(/^\/(recovery|welcome|verify)$/, `/$1?code=${GOOD_CODE}`);

/** Who is there: pages of the sign-in are for people who are not signed in, or not completely. */
const prepare = (path: string) => (world: World) => {
  if (path.startsWith('/login/')) {
    world.pending = true;
    world.secondFactor = { active: true, mandatory: false };
  } else if (['/login', '/forgot', '/recovery', '/welcome'].includes(path)) world.signedIn = false;
  else if (path === '/password') world.settings = { ...world.settings, change_password: true };
};

/** /logout leaves the page; it is looked at in Chromium. */
const pages = PAGES.flatMap((page) => ('texts' in page && page.path !== '/logout' ? [page.path] : []));
const LOOKS = [
  ['full', 'ru'],
  ['full', 'en'],
  ['empty', 'ru'],
  ['failing', 'en'],
] as const;

describe.each(pages)('%s', (path) => {
  test.each(LOOKS)('%s, %s: has one heading and no text that is missing', async (scenario, locale) => {
    await openPage(addressOf(path), { scenario, locale, staff: true, world: prepare(path) });
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(document.documentElement.lang).toBe(locale);
    expect(document.body.textContent).not.toMatch(RAW_KEY);
    if (locale === 'en') expect(document.querySelector('h1')?.textContent).not.toMatch(/[а-яё]/i);
  });
});
