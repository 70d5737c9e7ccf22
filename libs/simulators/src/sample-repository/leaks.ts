import type { PatternKind } from '@leakwatch/vocabulary';

/** A file that is planted at a place of the history, with the findings that it must give. */
export interface PlantedFile {
  /** At which commit of its branch, counted from 0. */
  readonly at: number;
  /** main when not given. */
  readonly branch?: 'main' | 'feature/billing' | 'hotfix/gateway' | 'release/1.4';
  readonly path: string;
  /** null deletes the file. */
  readonly content: string | Buffer | null;
  readonly findings?: readonly {
    readonly kind: PatternKind;
    readonly patternText: string;
    readonly line: number;
    readonly lines: readonly string[];
  }[];
  readonly note: string;
}

const PASSWORD = 'romashka.example password';
const TOKEN = 'romashka.example token';
const SECRET = 'romashka.example secret';
const MINIFIED = `!function(){var a=1;${'function f(n){return n<2?n:f(n-1)+f(n-2)}'.repeat(300)};var k="RMSH-9Q8W7E6R5T4Y";${'a+=f(3);'.repeat(400)}}();`;
const UTF16 = '# Настройки сервера\r\nhost: db.corp.romashka.example\r\n';
const CP1251 = 'Приложение N 4\r\nООО Ромашка направляет договор поставки от 12 марта\r\nПодпись: Ёлкина\r\n';

/** The planted leaks, and near misses that must not match, with their places in the history. */
export const PLANTED_FILES: readonly PlantedFile[] = [
  {
    at: 12,
    path: 'deploy/staging.yml',
    note: 'on the main branch to this day',
    content: 'env: staging\nhost: api.romashka.example\npassword: Zx9-staging-41\nreplicas: 2\n',
    findings: [
      { kind: 'public_domain', patternText: PASSWORD, line: 2, lines: ['host: api.romashka.example', 'password: Zx9-staging-41'] },
    ],
  },
  {
    at: 20,
    path: 'scripts/publish.sh',
    note: 'lives only in history: the file is deleted later',
    content: '#!/bin/sh\ncurl -H "Authorization: token b7c1e0a94d" https://ci.romashka.example/publish\n',
    findings: [
      {
        kind: 'public_domain',
        patternText: TOKEN,
        line: 2,
        lines: ['curl -H "Authorization: token b7c1e0a94d" https://ci.romashka.example/publish'],
      },
    ],
  },
  { at: 34, path: 'scripts/publish.sh', content: null, note: 'deleted' },
  {
    at: 41,
    path: 'backend/.env',
    note: 'a file by its name',
    content: 'APP_NAME=Romashka\nAPP_PORT=8080\n',
    findings: [{ kind: 'keyword', patternText: 'filename:.env romashka', line: 1, lines: ['APP_NAME=Romashka'] }],
  },
  {
    at: 55,
    path: 'backend/.env',
    content: 'APP_NAME=Romashka\nAPP_PORT=9090\n',
    note: 'a later version with the same matching line: the same event',
  },
  {
    at: 60,
    path: 'deploy/staging.yml',
    note: 'a later version with another matching line: a new event',
    content: 'env: staging\nhost: api.romashka.example\npassword: Zx9-staging-42\nreplicas: 4\n',
    findings: [
      { kind: 'public_domain', patternText: PASSWORD, line: 2, lines: ['host: api.romashka.example', 'password: Zx9-staging-42'] },
    ],
  },
  {
    at: 64,
    path: 'deploy/copy/staging.yml',
    content: 'env: staging\nhost: api.romashka.example\npassword: Zx9-staging-42\nreplicas: 4\n',
    note: 'the same blob at a second path counts once',
  },
  {
    at: 70,
    path: 'docs/vpn.md',
    note: 'three words on three lines, letter case ignored',
    content: '# Удалённый доступ\r\n\r\nCompany: ROMASHKA\r\nClient: any VPN client\r\nAddress: the gateway in building 2\r\n',
    findings: [
      {
        kind: 'keyword',
        patternText: 'romashka vpn gateway',
        line: 3,
        lines: ['Company: ROMASHKA', 'Client: any VPN client', 'Address: the gateway in building 2'],
      },
    ],
  },
  {
    at: 82,
    path: 'docs/договоры/поставка.txt',
    note: 'Cyrillic in UTF-8, with a Cyrillic path',
    content: 'Черновик\nДоговор поставки № 17, сторона: Ромашка\n',
    findings: [{ kind: 'keyword', patternText: 'ромашка договор поставки', line: 2, lines: ['Договор поставки № 17, сторона: Ромашка'] }],
  },
  {
    at: 90,
    path: 'docs/договоры/приложение.txt',
    note: 'windows-1251 with CRLF',
    content: windows1251(CP1251),
    findings: [
      { kind: 'keyword', patternText: 'ромашка договор поставки', line: 2, lines: ['ООО Ромашка направляет договор поставки от 12 марта'] },
    ],
  },
  {
    at: 97,
    path: 'config/server.utf16.txt',
    note: 'UTF-16 by its mark',
    content: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(UTF16, 'utf16le')]),
    findings: [{ kind: 'internal_domain', patternText: 'corp.romashka.example', line: 2, lines: ['host: db.corp.romashka.example'] }],
  },
  {
    at: 104,
    path: 'web/static/app.min.js',
    note: 'one long minified line',
    content: MINIFIED,
    findings: [{ kind: 'regex', patternText: 'RMSH-[A-Z0-9]{12}', line: 1, lines: [MINIFIED] }],
  },
  {
    at: 111,
    path: 'assets/firmware.bin',
    note: 'a binary file with a key in ASCII inside',
    content: Buffer.concat([
      Buffer.from([0, 1, 2, 3, 0xff, 0xfe, 0x80, 0x0a]),
      Buffer.from('license=RMSH-A1B2C3D4E5F6'),
      Buffer.from([0x0a, 0, 0, 0x81, 0xfd]),
    ]),
    findings: [{ kind: 'regex', patternText: 'RMSH-[A-Z0-9]{12}', line: 2, lines: ['license=RMSH-A1B2C3D4E5F6'] }],
  },
  {
    at: 3,
    branch: 'feature/billing',
    path: 'billing/client.py',
    note: 'only on a side branch',
    content: 'import os\n\nBASE = "https://billing.romashka.example/v1"\nCLIENT_SECRET = "s3-0b77aa"\n',
    findings: [
      {
        kind: 'public_domain',
        patternText: SECRET,
        line: 3,
        lines: ['BASE = "https://billing.romashka.example/v1"', 'CLIENT_SECRET = "s3-0b77aa"'],
      },
    ],
  },
  {
    at: 2,
    branch: 'hotfix/gateway',
    path: 'gateway/hosts',
    note: 'came by a merge',
    content: '10.0.4.7 proxy.corp.romashka.example\n',
    findings: [{ kind: 'internal_domain', patternText: 'corp.romashka.example', line: 1, lines: ['10.0.4.7 proxy.corp.romashka.example'] }],
  },
  {
    at: 1,
    branch: 'release/1.4',
    path: 'release/keys.txt',
    note: 'reachable by a tag alone: its branch is deleted',
    content: 'build 1.4.0\nRMSH-TAGONLY00001\n',
    findings: [{ kind: 'regex', patternText: 'RMSH-[A-Z0-9]{12}', line: 2, lines: ['RMSH-TAGONLY00001'] }],
  },
  {
    at: 140,
    path: 'tests/fixtures/config.yml',
    note: 'holds a filter keyword on the matching line: auto_filtered',
    content: 'url: https://romashka.example/login password=dummy-for-tests\n',
    findings: [
      { kind: 'public_domain', patternText: PASSWORD, line: 1, lines: ['url: https://romashka.example/login password=dummy-for-tests'] },
    ],
  },
  {
    at: 15,
    path: 'docs/near-domains.md',
    note: 'near misses of the domains',
    content:
      'myromashka.example password\nmy-romashka.example token\nromashka.example.org secret\nromashka.examples password\ncorp.romashka.examplex\nnotcorp-romashka.example\n',
  },
  { at: 25, path: 'docs/links.md', note: 'the domain without any keyword', content: 'Наш сайт: https://romashka.example/about\n' },
  { at: 45, path: 'backend/env.sample', note: 'the words, in a file of another name', content: 'APP_NAME=Romashka\n' },
  { at: 46, path: 'backend/.env.sample', note: 'a name that only begins alike', content: 'APP_NAME=Romashka\nAPP_PORT=1\n' },
  { at: 75, path: 'docs/vpn-two-words.md', note: 'two of three words', content: 'romashka has a vpn\n' },
  { at: 85, path: 'docs/договоры/аренда.txt', note: 'two of three Cyrillic words', content: 'Ромашка: договор аренды\n' },
  {
    at: 115,
    path: 'docs/keys.md',
    note: 'too short, in small letters, or cut in two',
    content: 'RMSH-A1B2C3D4E5F\nrmsh-a1b2c3d4e5f6\nRMSH-A1B2C3\nD4E5F6\n',
  },
  {
    at: 120,
    path: 'assets/logo.png',
    note: 'a binary file with nothing in it',
    content: Buffer.from('89504e470d0a1a0a0000000d49484452000000100000001008060000001ff3ff61', 'hex'),
  },
];

/** Text as windows-1251, for Latin and Russian letters. @throws for a letter that it lacks here */
function windows1251(text: string): Buffer {
  return Buffer.from(
    [...text].map((letter) => {
      const code = letter.charCodeAt(0);
      if (code < 0x80) return code;
      if (code >= 0x410 && code <= 0x44f) return code - 0x410 + 0xc0;
      if (letter === 'ё') return 0xb8;
      if (letter === 'Ё') return 0xa8;
      throw new Error(`windows-1251 has no place for ${letter} here`);
    }),
  );
}
