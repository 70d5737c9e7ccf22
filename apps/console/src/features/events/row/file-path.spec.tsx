import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { makeEvent } from '../../../../mock/data/events.ts';
import { FULL_ROWS, openPage } from '../../../app/open-page.fixture.tsx';

const marked = () => [...document.querySelectorAll('article mark')].map((mark) => mark.textContent);

test.each([
  ['romashka filename:.env', 'deploy/.env', ['.env']],
  ['FILENAME:Backup.ZIP romashka', 'b/backup.zip!/hr/salaries.xlsx', ['backup.zip']],
  ['filename:env', 'deploy/.env', []],
  ['filename:deploy', 'deploy/.env', []],
  ['romashka .env', 'deploy/.env', []],
] as const)('the pattern %s marks of the path %s the names %j', async (pattern, file_path, names) => {
  for (const stored of [{}, FULL_ROWS]) {
    await openPage('/?rows=event', {
      stored,
      world: (world) => {
        world.events = [{ ...makeEvent(1), status: 'open', pattern, file_path, file_content: 'nothing', regex_tokens_found: [] }];
      },
    });
    expect(marked()).toEqual(names);
    expect(screen.getByRole('article').textContent).toContain(file_path);
  }
});
