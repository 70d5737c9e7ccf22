import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openPage } from '../../../app/open-page.fixture.tsx';
import * as commonEn from '../../../shared/i18n/en/common.ts';
import * as codesEn from '../../../shared/i18n/en/faults.ts';
import * as commonRu from '../../../shared/i18n/ru/common.ts';
import * as codesRu from '../../../shared/i18n/ru/faults.ts';
import * as tasksEn from '../texts/en.ts';
import * as tasksRu from '../texts/ru.ts';
import { CHANNELS, DEEP_CASES, LIST_CASES, RECIPIENTS, TITLE_CASES } from './form-rules.fixture.ts';
import * as formEn from './texts/en/index.ts';
import * as formRu from './texts/ru/index.ts';

// Every rule of docs/behaviour/tasks.md about a form, typed in on both sides of its limit, in both languages.
const en = { ...commonEn, ...codesEn, ...tasksEn, ...formEn };
const TEXTS: Readonly<Record<'ru' | 'en', typeof en>> = { en, ru: { ...commonRu, ...codesRu, ...tasksRu, ...formRu } };

const byCode = (texts: Readonly<Record<string, string>>, code: string) => texts[code] ?? code;
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const panel = () => screen.getByRole('tabpanel');
/** What stands first in each entry: behind it there may be a note. */
const entriesOf = (list: ParentNode) =>
  [...list.querySelectorAll('ul[aria-label] li > span')].map((entry) => entry.firstChild?.textContent);
const isDisabled = (button: HTMLElement) => button.hasAttribute('disabled');

describe.each(['ru', 'en'] as const)('the rules of the form, %s', (locale) => {
  const texts = TEXTS[locale];
  const open = (path: string) => openPage(path, { locale });
  const submitButton = () => screen.getByRole('button', { name: texts.create.submit });

  /** Adds entries to the list of the open tab, by its dialog. */
  const add = async (text: string) => {
    fireEvent.click(within(panel()).getByRole('button', { name: texts.create.form.add_several }));
    const dialog = await screen.findByRole('dialog');
    fill(within(dialog).getByRole('textbox'), text);
    fireEvent.click(within(dialog).getByRole('button', { name: texts.create.add }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };

  test('a title has 5 to 100 characters; the fault shows when the field is left', async () => {
    await open('/task/create');
    const field = screen.getByRole('textbox', { name: texts.create.name });
    for (const [title, code] of TITLE_CASES) {
      fill(field, title);
      fireEvent.blur(field);
      expect([title, field.getAttribute('aria-invalid')]).toEqual([title, code === null ? null : 'true']);
      if (code !== null) screen.getByText(byCode(texts.faults, code));
    }
  });

  test('a form with faults is not sent, and the focus goes to the first of them', async () => {
    const { world } = await open('/git_monitoring/create');
    fireEvent.click(submitButton());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: texts.create.name })));
    expect(world.sent).toEqual([]);
  });

  test('after a refusal of the server the focus goes to the field that it is about', async () => {
    await open('/task/create?tab=internal_domain');
    const field = screen.getByRole('textbox', { name: texts.create.name });
    // The mock server refuses this one.
    fill(field, 'Taken title');
    await add('corp.example');
    submitButton().focus();
    fireEvent.click(submitButton());
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  test.each(LIST_CASES.map((one, at) => [`${one.list} ${at}`, one] as const))('%s', async (_, { list, typed, kept, dropped }) => {
    await open(`/task/create?tab=${list}`);
    await add(typed.join('\n'));
    expect(entriesOf(panel())).toEqual(kept);
    const notes = [...panel().querySelectorAll('[role=status] li')].map((note) => note.textContent);
    expect(notes).toEqual(dropped.map(([text, reason]) => `${text}: ${byCode(texts.reasons, reason)}`));
  });

  test('an expression says where it finds little: of parts of words, and without a literal part', async () => {
    await open('/task/create?tab=regex');
    await add('BILL-[0-9]{4}\ntok[0-9]{6}\n[0-9]{8}');
    const notes = () => [...panel().querySelectorAll('ul[aria-label] li > span')].map((entry) => entry.lastChild?.textContent);
    await waitFor(() => expect(notes()).toEqual(['BILL-[0-9]{4}', texts.create.form.regex_parts, texts.create.form.regex_stream_only]));
  });

  test('a deep pattern keeps each of its rules', async () => {
    await open('/deep_task/create');
    fill(screen.getByRole('textbox', { name: texts.create.name }), 'Deep one');
    const field = screen.getByRole('textbox', { name: texts.create.form.deep_pattern });
    for (const [pattern, code] of DEEP_CASES) {
      fill(field, pattern);
      expect([pattern, isDisabled(submitButton())]).toEqual([pattern, code !== null]);
    }
  });

  test('invalid recipients and channels are dropped with a reason', async () => {
    const { user } = await open('/task/create');
    await user.click(screen.getByRole('checkbox', { name: 'Telegram' }));
    for (const [name, { typed, kept, dropped }, reason] of [
      [texts.create.recipients, RECIPIENTS, 'recipient_invalid'],
      [texts.create.form.channels, CHANNELS, 'channel_invalid'],
    ] as const) {
      const field = screen.getByRole('textbox', { name });
      fill(field, typed);
      fireEvent.keyDown(field, { key: 'Enter' });
      const list = await screen.findByRole('list', { name });
      expect([...list.querySelectorAll('li > span')].map((entry) => entry.firstChild?.textContent)).toEqual(kept);
      for (const text of dropped) screen.getByText(`${text}: ${byCode(texts.reasons, reason)}`);
    }
  });

  test('patterns: none, as many as the tariff allows, one more, and domains without keywords', async () => {
    const { world, user } = await open('/task/create?tab=internal_domain');
    fill(screen.getByRole('textbox', { name: texts.create.name }), 'Billing');
    await user.click(submitButton());
    await screen.findByText(texts.faults.patterns_required);
    await add(Array.from({ length: 40 }, (_, at) => `host-${at}.corp.example`).join('\n'));
    await waitFor(() => expect(isDisabled(submitButton())).toBe(false));
    await add('host-40.corp.example');
    await screen.findAllByRole('alert');
    expect(isDisabled(submitButton())).toBe(true);
    await user.click(screen.getByRole('button', { name: texts.create.remove.replace('{{text}}', 'host-40.corp.example') }));
    expect(isDisabled(submitButton())).toBe(false);
    await user.click(screen.getByRole('tab', { name: new RegExp(`^${texts.tasks.tab.public_domain}`) }));
    await add('corp.example');
    await user.click(submitButton());
    await screen.findByText(texts.faults.domains_and_keywords);
    expect(world.sent).toEqual([]);
  });
});
