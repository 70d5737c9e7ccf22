import { ENGLISH, FAMILY_NAMES, NAME_ENDS, NAME_ENDS_RUSSIAN, NAME_PARTS, NAME_PARTS_RUSSIAN, RUSSIAN } from './vocabulary.ts';
import { type Seeded, seeded } from './seeded.ts';

const DIGITS = '0123456789';

function company(random: Seeded): string {
  return `${random.pick(NAME_PARTS)}${random.pick(NAME_PARTS)}${random.pick(NAME_ENDS)}`;
}

function russianCompany(random: Seeded): string {
  return `${random.pick(NAME_PARTS_RUSSIAN)}${random.pick(NAME_PARTS_RUSSIAN)}${random.pick(NAME_ENDS_RUSSIAN)}`;
}

function domain(random: Seeded): string {
  return `${company(random)}.${random.pick(['ru', 'com', 'io', 'local', 'org', 'su'])}`;
}

/** Typical keywords of customers: domains, hosts, mail addresses, projects, contracts and names, one in five in Russian. */
const KINDS: readonly [(random: Seeded) => string, ...((random: Seeded) => string)[]] = [
  domain,
  (random) => `${random.pick(['vpn', 'git', 'mail', 'crm', 'test', 'dev', 'db', 'portal'])}.${domain(random)}`,
  (random) => `@${domain(random)}`,
  (random) => `${random.pick(FAMILY_NAMES)}.${random.letters('abcdefghiklmnoprstv', 1)}@${domain(random)}`,
  (random) => `${company(random)}-${random.pick(ENGLISH)}`,
  (random) => `${company(random).toUpperCase()}_${random.pick(ENGLISH).toUpperCase()}`,
  (random) => `${random.pick(ENGLISH)}-${random.letters(DIGITS, 6)}`,
  company,
  russianCompany,
  (random) => `${russianCompany(random)}-${random.pick(RUSSIAN)}`,
];

/** `count` different keywords, also when letter case is ignored; a longer list begins with the shorter one. */
export function keywords(count: number, seed = 1): readonly string[] {
  const random = seeded(seed);
  const found = new Map<string, string>();
  while (found.size < count) {
    const made = random.pick(KINDS)(random);
    if (!found.has(made.toLowerCase())) found.set(made.toLowerCase(), made);
  }
  return [...found.values()];
}
