import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { World } from '../../mock/world.ts';
import { openPage } from './open-page.fixture.tsx';

const manyProxies = (world: World) => {
  const [first] = world.proxies;
  if (first === undefined) throw new Error('the mock has no proxy');
  world.proxies = Array.from({ length: 1234 }, (_, at) => ({ ...first, id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}` }));
};

describe('counts have the separators of the language', () => {
  test.each([
    ['en', '1,234 proxies', '1–10 of 1,234'],
    ['ru', '1\u00a0234 прокси', '1–10 из 1\u00a0234'],
  ] as const)('in the total and the pages of a list: %s', async (locale, total, range) => {
    await openPage('/settings/proxies?size=10', { staff: true, locale, world: manyProxies });
    const exact = { normalizer: (text: string) => text };
    await screen.findByText(total, exact);
    expect(screen.queryByText(range, exact)).not.toBeNull();
  });
});
