import { expect, test } from '@jest/globals';
import { shownTexts } from '../i18n/shown-texts.ts';
import { createStore } from '../../app/store.ts';
import { startTexts } from '../i18n/i18n.ts';
import { settingsApi } from './settings.ts';

/** A server that refuses every call. */
function refuse(code: string) {
  globalThis.fetch = () =>
    Promise.resolve(
      new Response(JSON.stringify({ code, request_id: 'r1' }), { status: 409, headers: { 'content-type': 'application/json' } }),
    );
}

const call = () => createStore().dispatch(settingsApi.endpoints.getSettings.initiate());

test('a refusal is reported once its text is loaded, which most pages are drawn without', async () => {
  await startTexts();
  refuse('not_found');
  await call();
  expect(shownTexts().exists('errors.rule_exists')).toBe(false);

  refuse('rule_exists');
  const { error } = await call();
  expect(error).toMatchObject({ code: 'rule_exists' });
  expect(shownTexts().exists('errors.rule_exists')).toBe(true);
});
