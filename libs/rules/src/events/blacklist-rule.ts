import { type BlacklistSource, type BlockType, hasBlacklist, type SourceType } from '@leakwatch/vocabulary';

/** Maximum lengths in characters: GitHub's limits are 39 (more for managed users) and 100; a gist's file name may be longer. */
export const RULE_OWNER_MAX = 100;
export const RULE_REPO_MAX = 255;

/** Faults of a field of a blacklist rule; the console has a text for each. */
export const RULE_FAULTS = [
  'rule_owner_required',
  'rule_repo_required',
  'rule_name_length',
  'rule_name_characters',
  'rule_name_github',
  'rule_source',
] as const;
export type RuleFault = (typeof RULE_FAULTS)[number];

export interface RuleForm {
  readonly source_type: SourceType;
  readonly block_type: BlockType;
  readonly rule_owner: string;
  readonly rule_repo: string;
}

/** A rule as it is stored: clean names, and none that its block type does not compare. */
export interface CleanRule extends RuleForm {
  readonly source_type: BlacklistSource;
}

/** The names that a block type compares. */
export const comparedNames = (block: BlockType) => ({ owner: block !== 'repository', repository: block !== 'owner' });

/** A name without space around it and without leading at-signs, which people write before account names. */
export const cleanName = (text: string): string =>
  text
    .normalize('NFC')
    .trimEnd()
    .replace(/^[@\s]+/, '');

/** The same for names that differ only in letter case; without NUL, which PostgreSQL cannot store. */
export const nameKey = (text: string): string => cleanName(text).toLowerCase().replaceAll('\0', '\ufffd');

/** Control, format (bidirectional marks) and unassigned characters, and path separators: the field takes one name. */
const STRANGE = /[\p{C}/\\]/u;
/** Names of GitHub's accounts and repositories. Others, such as one with a wildcard, would match nothing. */
const GITHUB_NAME = /^[A-Za-z0-9_.-]*$/;

interface NameField {
  readonly longest: number;
  readonly missing: RuleFault;
  /** The name of an account or repository; a gist is named by a file, whose name may have any characters. */
  readonly github: boolean;
}

function nameFault(name: string, { longest, missing, github }: NameField): RuleFault | null {
  if (name === '') return missing;
  if (Array.from(name).length > longest) return 'rule_name_length';
  if (STRANGE.test(name)) return 'rule_name_characters';
  return github && !GITHUB_NAME.test(name) ? 'rule_name_github' : null;
}

/** The rule with clean names, or its faults by field. A source without a blacklist is a fault. */
export function readRule(form: RuleForm): { readonly rule: CleanRule } | { readonly faults: Readonly<Record<string, RuleFault>> } {
  const needs = comparedNames(form.block_type);
  const rule_owner = needs.owner ? cleanName(form.rule_owner) : '';
  const rule_repo = needs.repository ? cleanName(form.rule_repo) : '';
  const faults: Record<string, RuleFault> = {};
  const { source_type } = form;
  const owner = nameFault(rule_owner, { longest: RULE_OWNER_MAX, missing: 'rule_owner_required', github: true });
  const repository = nameFault(rule_repo, { longest: RULE_REPO_MAX, missing: 'rule_repo_required', github: source_type === 'github' });
  if (needs.owner && owner !== null) faults['rule_owner'] = owner;
  if (needs.repository && repository !== null) faults['rule_repo'] = repository;
  if (!hasBlacklist(source_type)) return { faults: { ...faults, source_type: 'rule_source' } };
  if (Object.keys(faults).length > 0) return { faults };
  return { rule: { source_type, block_type: form.block_type, rule_owner, rule_repo } };
}

/** Where a document was found, as an event shows it. */
export interface FoundPlace {
  readonly source_type: SourceType;
  readonly owner: string;
  /** The name of the container: `acme/shop`. */
  readonly title: string;
  readonly url: string;
}

const lastPart = (path: string): string => path.split('/').findLast((part) => part !== '') ?? '';

/**
 * Owner and repository of a rule for this place. On github the repository is the last path segment of its address,
 * elsewhere that of its title (docs/behaviour/blacklist.md).
 */
export function namesOfPlace({ source_type, owner, title, url }: FoundPlace): { readonly owner: string; readonly repository: string } {
  const path = url.replace(/[?#].*$/s, '');
  const repository = source_type === 'github' ? lastPart(path).replace(/\.git$/i, '') : lastPart(title);
  return { owner: cleanName(owner), repository: cleanName(repository) };
}
