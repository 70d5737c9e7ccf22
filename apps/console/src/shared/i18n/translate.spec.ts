import { describe, expect, test } from '@jest/globals';
import { flatTexts, translator } from './translate.ts';

const catalogue = {
  tasks: {
    title: 'Tasks of {{name}}',
    found_one: '{{count}} task',
    found_other: '{{count}} tasks',
    list: { found_one: '{{count}} задача', found_few: '{{count}} задачи', found_many: '{{count}} задач', found_other: '{{count}} задачи' },
  },
};
const texts = new Map(flatTexts(catalogue));
/** Keys of this file, which the catalogue does not have. */
const read = (locale: 'ru' | 'en', key: string, values?: Readonly<Record<string, unknown>>): string =>
  Reflect.apply(translator(locale, texts).t, undefined, [key, values]);

describe('a text', () => {
  test('is found by the parts of its key', () => {
    expect([...texts.keys()].slice(0, 3)).toEqual(['tasks.title', 'tasks.found_one', 'tasks.found_other']);
    expect(read('en', 'tasks.title', { name: 'Irina' })).toBe('Tasks of Irina');
  });

  test('that is missing shows its key', () => {
    expect([read('en', 'tasks.nothing'), translator('en', texts).exists('tasks.nothing')]).toEqual(['tasks.nothing', false]);
    expect([translator('en', texts).exists('tasks.title'), translator('en', texts).exists('tasks')]).toEqual([true, false]);
  });

  test('has the form of its count, and numbers the separators of the language', () => {
    expect([1, 2, 1500].map((count) => read('en', 'tasks.found', { count }))).toEqual(['1 task', '2 tasks', '1,500 tasks']);
    expect([1, 3, 5, 1.5].map((count) => read('ru', 'tasks.list.found', { count }))).toEqual([
      '1 задача',
      '3 задачи',
      '5 задач',
      '1,5 задачи',
    ]);
    expect(read('en', 'tasks.title', { name: '1500' })).toBe('Tasks of 1500');
  });

  test('takes values as they are: what looks like a place or a nested text is not read', () => {
    expect(read('en', 'tasks.title', { name: '{{count}} $t(tasks.title) $& <b>', count: 2 })).toBe(
      'Tasks of {{count}} $t(tasks.title) $& <b>',
    );
    expect([read('en', 'tasks.title'), read('en', 'tasks.title', { name: null })]).toEqual(['Tasks of ', 'Tasks of ']);
  });
});
