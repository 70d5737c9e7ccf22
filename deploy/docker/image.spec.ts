import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { PROGRAMS, read, ROOT } from './compose-file.fixture.ts';

const instructions = read('deploy/docker/Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\s*\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => ({ name: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));
const all = (name: string) => instructions.filter((instruction) => instruction.name === name).map(({ rest }) => rest);

const ignored = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/** A pattern of .dockerignore as an expression; unlike a shell's, its `*` also matches names that begin with a dot. */
const expressionOf = (pattern: string) =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'))}$`);

/** Whether .dockerignore includes a path: of the patterns that match it or a folder above it, the last one decides. */
function isSent(path: string): boolean {
  const parts = path.split('/');
  const ways = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  const last = ignored.findLast((pattern) => ways.some((way) => expressionOf(pattern.replace(/^!/, '')).test(way)));
  return last === undefined || last.startsWith('!');
}

const lock = z.object({ packages: z.record(z.string(), z.unknown()) }).parse(JSON.parse(read('package-lock.json')));
const workspaces = Object.keys(lock.packages).filter((path) => path !== '' && !path.includes('node_modules'));

describe('the image', () => {
  it('is based on images with a fixed version', () => {
    const stages = all('FROM').map((line) => line.split(' '));
    const own = stages.map((words) => words[2]);
    for (const [image] of stages) if (!own.includes(image)) expect(image).toMatch(/^node:24\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/);
  });

  it('copies only files that exist and are sent to the builder', () => {
    const copied = all('COPY')
      .filter((line) => !line.startsWith('--from='))
      .flatMap((line) => line.split(' ').slice(0, -1));
    expect(copied).toEqual(expect.arrayContaining(['libs', 'services', 'apps', 'deploy', 'package.json']));
    for (const path of copied.filter((source) => source !== '.')) {
      expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
      expect([path, isSent(path)]).toEqual([path, true]);
    }
  });

  it('is made with the package.json of every workspace: npm ci needs them all', () => {
    expect(workspaces.length).toBeGreaterThan(PROGRAMS.length);
    expect(workspaces.filter((path) => !isSent(`${path}/package.json`))).toEqual([]);
    for (const path of ['package.json', 'package-lock.json', '.npmrc']) expect([path, isSent(path)]).toEqual([path, true]);
  });

  it.each([
    '.env',
    'deploy/docker/.env',
    '.leakwatch/secrets.json',
    '.git/config',
    'node_modules/pg/package.json',
    'services/admin/dist/main.js',
    'docs/facts.md',
  ])('is made without %s', (path) => {
    expect(isSent(path)).toBe(false);
  });

  it('holds the program of every service, of its threads, and the migrations', () => {
    const bundled = all('RUN')
      .find((line) => line.includes('deploy/bundle.mjs'))
      ?.match(/bundle\.mjs ([\w. ]+) &&/)?.[1]
      ?.split(' ');
    expect(bundled?.toSorted()).toEqual([...PROGRAMS, 'migrate', 'matching.thread', 'extract.process', 'screening.thread'].toSorted());
  });

  it('keeps the tables of letters by which PDF files are read', () => {
    const packages = all('RUN').find((line) => line.includes('--workspace services')) ?? '';
    expect(packages).toContain('find node_modules/pdfjs-dist -mindepth 1 -maxdepth 1 ! -name cmaps ! -name package.json');
    expect(existsSync(join(ROOT, 'node_modules/pdfjs-dist/cmaps/UniGB-UCS2-H.bcmap'))).toBe(true);
  });

  it('runs as an ordinary account and holds no secret', () => {
    expect(all('USER')).toEqual(['node']);
    expect(all('ARG')).toEqual([]);
    expect(all('ENV').join(' ')).not.toMatch(/PASSWORD|SECRET|KEY|TOKEN/);
  });
});
