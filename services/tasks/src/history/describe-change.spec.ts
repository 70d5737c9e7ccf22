import { describe, expect, test } from '@jest/globals';
import { LOCALES, TASK_ACTIONS } from '@leakwatch/vocabulary';
import fc from 'fast-check';
import { actionsMatching, describeChange, HISTORY_TEXTS } from './describe-change.ts';

/** The markup that a description may contain. Without it, no markup may be left. */
const MARKUP = /<\/?(?:p|ul|li|b|del|ins)>/g;
const ENTITY = /&(?:amp|lt|gt|quot|#39);/g;

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  "' onmouseover='x",
  '</ins></li></ul><iframe>',
  '&lt;script&gt;',
  '<ins>',
];

describe('a described change', () => {
  test('names fields and values in both languages', () => {
    const details = [
      { field: 'title', old: 'Billing', new: 'Billing 2' },
      { field: 'patterns', old: [], new: ['public_domain: corp.com password', 'regex: a: b'] },
      { field: 'patterns_count', old: 1, new: 3 },
      { field: 'status', old: true, new: false },
      { field: 'confirmed', old: false, new: true },
      { field: 'end_time', old: '2026-11-20T10:11:12.000Z', new: null },
    ];
    expect(describeChange('update', details, 'ru').changes).toEqual([
      { field: 'title', label: 'Название', old: ['Billing'], new: ['Billing 2'] },
      { field: 'patterns', label: 'Шаблоны', old: [], new: ['внешний домен: corp.com password', 'регулярное выражение: a: b'] },
      { field: 'patterns_count', label: 'Число шаблонов', old: ['1'], new: ['3'] },
      { field: 'status', label: 'Состояние', old: ['работает'], new: ['остановлена'] },
      { field: 'confirmed', label: 'Подтверждена', old: ['нет'], new: ['да'] },
      { field: 'end_time', label: 'Окончание сессии запусков', old: ['20.11.2026 10:11:12 UTC'], new: [] },
    ]);
    expect(describeChange('stop', details.slice(3, 4), 'en').description).toBe(
      '<p>The task was stopped</p><ul><li><b>State</b>: <del>running</del>, <ins>stopped</ins></li></ul>',
    );
  });

  test.each(HOSTILE)('shows %s as text', (text) => {
    const { description } = describeChange('update', [{ field: 'title', old: text, new: [text, text] }], 'en');
    const rest = description.replaceAll(MARKUP, '');
    expect(rest).not.toMatch(/[<>"']/);
    // Exactly the five tags of the one row.
    expect(description.match(/<(?:del|ins)>/g)).toEqual(['<del>', '<ins>', '<ins>']);
  });

  test('never turns a text of a person into markup, and keeps all of it', () => {
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...HOSTILE), fc.integer(), fc.boolean(), fc.constant(null));
    const field = fc.oneof(fc.string(), fc.constantFrom(...HOSTILE, 'title', 'patterns', 'sources', '__proto__', 'constructor'));
    const detail = fc.record({ field, old: value, new: fc.oneof(value, fc.array(fc.string({ unit: 'binary' }))) });
    fc.assert(
      fc.property(fc.constantFrom(...TASK_ACTIONS), fc.array(detail), fc.constantFrom(...LOCALES), (action, details, locale) => {
        const { description, changes } = describeChange(action, details, locale);
        const tags = description.match(/<[^>]*>/g) ?? [];
        expect(tags.filter((tag) => tag.replaceAll(MARKUP, '') !== '')).toEqual([]);
        const bare = description.replaceAll(MARKUP, '');
        expect(bare).not.toMatch(/[<>"']/);
        expect(bare.replaceAll(ENTITY, '')).not.toContain('&');
        // Each value is in its own tag: no text of a person opened or closed one.
        expect(tags.filter((tag) => tag === '<del>' || tag === '<ins>')).toHaveLength(
          changes.reduce((sum, part) => sum + part.old.length + part.new.length, 0),
        );
        expect(tags.filter((tag) => tag === '<li>')).toHaveLength(details.length);
      }),
    );
  });
});

describe('texts of the history', () => {
  test('have the same keys in both languages', () => {
    const { ru, en } = HISTORY_TEXTS;
    expect(Object.keys(ru.fields)).toEqual(Object.keys(en.fields));
    expect(Object.keys(ru.kinds)).toEqual(Object.keys(en.kinds));
    expect(Object.keys(ru.actions)).toEqual([...TASK_ACTIONS]);
  });

  test('an action is found by its code, and by part of its text in the reader’s language', () => {
    expect(actionsMatching('start', 'en')).toEqual(['start']);
    expect(actionsMatching('SESSION', 'en')).toEqual(['session_start', 'session_stop', 'session_timeout']);
    expect(actionsMatching('сессия', 'ru')).toEqual(['session_start', 'session_stop', 'session_timeout']);
    expect(actionsMatching('сессия запусков остановлена', 'ru')).toEqual(['session_stop']);
    expect(actionsMatching('сессия', 'en')).toEqual([]);
  });
});
