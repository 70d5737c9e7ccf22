import type { SampleAuthor } from './fast-import.ts';

export const SAMPLE_AUTHORS: readonly SampleAuthor[] = [
  { name: 'Анна Ёлкина', email: 'a.elkina@dev.example' },
  { name: 'Pavel Orlov', email: 'p.orlov@dev.example' },
  { name: 'Marie Dubois', email: 'm.dubois@dev.example' },
  { name: 'Сергей Ким', email: 's.kim@dev.example' },
  { name: 'build bot', email: 'bot@dev.example' },
];

const MODULES = ['orders', 'catalog', 'delivery', 'accounts', 'search', 'mail', 'склад', 'отчёты'] as const;
const VERBS = ['load', 'store', 'check', 'merge', 'print', 'count'] as const;
const NOUNS = ['order', 'item', 'basket', 'price', 'parcel', 'report', 'user', 'address'] as const;
const REMARKS = [
  'считаем остатки',
  'see the handbook',
  'порядок важен',
  'rounding goes up',
  'не менять без теста',
  'kept for old clients',
] as const;

/** The next file of ordinary work: source code without any match. */
export function ordinaryFile(random: () => number): readonly [path: string, content: string] {
  const pick = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0];
  const lines: string[] = [];
  for (let count = 3 + Math.floor(random() * 12); count > 0; count -= 1) {
    lines.push(`# ${pick(REMARKS)}`, `def ${pick(VERBS)}_${pick(NOUNS)}(${pick(NOUNS)}):`, `    return ${Math.floor(random() * 1e6)}`, '');
  }
  return [`src/${pick(MODULES)}/${pick(NOUNS)}_${pick(VERBS)}.py`, lines.join('\n')];
}
