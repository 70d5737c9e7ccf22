import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { mockId } from '../../apps/console/mock/ids.ts';
import { setStage } from './console/stage.ts';

// The states and actions of the page are tested beside it, in jsdom; a download needs a browser.
const stage = setStage();

test('the browser saves a report under its file name', async () => {
  const page = await stage.openPage('en');
  await stage.visit(page, '/reports');
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('tbody tr >> nth=2 >> role=button[name^="Download"]')]);
  expect(file.suggestedFilename()).toBe('leakwatch-events-2026-11-19-190742.xlsx');
  expect(await readFile(await file.path(), 'utf8')).toBe(`spreadsheet of ${mockId(30, 3)}`);
});
