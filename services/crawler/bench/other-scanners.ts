import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Another scanner of git histories that is on the PATH, set up to search for the same words. */
export interface OtherScanner {
  readonly name: string;
  /** As the program gives it. */
  readonly version: string;
  readonly run: () => Promise<void>;
}

interface Search {
  readonly directory: string;
  readonly words: readonly string[];
  /** With the rules that the program brings as well. */
  readonly builtIn: boolean;
  /** For configurations and reports. */
  readonly folder: string;
}

interface Program {
  readonly name: string;
  readonly version: readonly string[];
  /** Writes its configuration and returns its arguments. */
  readonly prepare: (search: Search) => readonly string[];
}

const escaped = (word: string): string => word.replaceAll(/[^\p{L}\p{N}]/gu, (sign) => `\\x{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
/** JSON strings are strings of TOML and YAML too. */
const quoted = (text: string): string => JSON.stringify(text);

function configuration(folder: string, name: string, lines: readonly string[]): string {
  const file = join(folder, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** One rule for each word, with the word as the keyword by which the program leaves out text. */
const gitleaks: Program = {
  name: 'gitleaks',
  version: ['version'],
  prepare: ({ directory, words, builtIn, folder }) => {
    const config = configuration(folder, 'gitleaks.toml', [
      ...(builtIn ? ['[extend]', 'useDefault = true'] : []),
      ...words.flatMap((word, at) => [
        '[[rules]]',
        `id = "word-${at}"`,
        `regex = ${quoted(`(?i)${escaped(word)}`)}`,
        `keywords = [${quoted(word.toLowerCase())}]`,
      ]),
    ]);
    const report = ['-r', join(folder, 'gitleaks.json'), '-f', 'json', '--exit-code', '0', '--log-level', 'error', '--no-banner'];
    return ['git', ...report, '-c', config, directory];
  },
};

const trufflehog: Program = {
  name: 'trufflehog',
  version: ['--version'],
  prepare: ({ directory, words, builtIn, folder }) => {
    const config = configuration(folder, 'trufflehog.yaml', [
      'detectors:',
      ...words.flatMap((word, at) => [
        `- name: word-${at}`,
        `  keywords: [${quoted(word.toLowerCase())}]`,
        '  regex:',
        `    word: ${quoted(`(?i)(${escaped(word)})`)}`,
      ]),
    ]);
    const detectors = builtIn ? [] : ['--include-detectors', 'CustomRegex'];
    return ['git', `file://${directory}`, '--bare', '--no-verification', '--no-update', '--json', '--config', config, ...detectors];
  },
};

const kingfisher: Program = {
  name: 'kingfisher',
  version: ['--version'],
  prepare: ({ directory, words, builtIn, folder }) => {
    const rules = join(folder, 'kingfisher');
    mkdirSync(rules, { recursive: true });
    configuration(rules, 'words.yml', [
      'rules:',
      ...words.flatMap((word, at) => [
        `- name: word-${at}`,
        `  id: word.${at}`,
        `  pattern: ${quoted(`(?i)(${escaped(word)})`)}`,
        '  min_entropy: 0',
        '  confidence: low',
        `  examples: [${quoted(word)}]`,
      ]),
    ]);
    const own = builtIn ? [] : ['--load-builtins=false'];
    const report = ['--format', 'json', '--output', join(folder, 'kingfisher.json'), '--confidence', 'low'];
    return ['scan', directory, '--no-validate', '--rules-path', rules, '--git-history', 'full', ...report, ...own];
  },
};

/** Scanners that are on the PATH. */
export function otherScanners(search: Search): readonly OtherScanner[] {
  return [gitleaks, trufflehog, kingfisher].flatMap(({ name, version, prepare }) => {
    const program = (process.env['PATH'] ?? '')
      .split(delimiter)
      .map((folder) => join(folder, name))
      .find((file) => existsSync(file));
    if (program === undefined) return [];
    const answer = spawnSync(program, [...version], { encoding: 'utf8' });
    const args = prepare(search);
    return [{ name, version: `${answer.stdout}${answer.stderr}`.trim().split('\n').at(-1) ?? '', run: () => runToEnd(program, args) }];
  });
}

async function runToEnd(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, [...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2_000)));
  const [code] = await once(child, 'close');
  // Of kingfisher, codes from 200 say that something was found.
  if (code !== 0 && code < 200) throw new Error(`${program} ended with ${code}: ${said}`);
}
