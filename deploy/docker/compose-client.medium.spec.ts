import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { read, ROOT, services } from './compose-file.fixture.ts';

const compose = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync('docker', ['compose', '--env-file', 'deploy/docker/example.env', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DOCKER_CONFIG: process.env['DOCKER_CONFIG'], ...env },
  });

const names = [...read('deploy/docker/example.env').matchAll(/^(\w+)=$/gm)].map(([, name = '']) => name);
const filled = Object.fromEntries(names.map((name) => [name, '0123456789abcdef'.repeat(2)]));
const clientIsThere = compose(['version']).status === 0;

// Where there is no client, compose.spec.ts checks the file against the Compose Specification's schema.
describe(clientIsThere ? 'the docker compose client' : 'what the docker compose client would be given', () => {
  it('is every secret of example.env', () => {
    expect(names).toContain('LEAKWATCH_SEALING_KEYS');
  });

  if (clientIsThere) {
    it('renders the file with the same services', () => {
      const rendered = compose(['config', '--services'], filled);
      expect(rendered).toMatchObject({ stderr: '', status: 0 });
      expect(rendered.stdout.trim().split('\n').toSorted()).toEqual(Object.keys(services).toSorted());
    });

    it.each(names)('refuses to start without %s', (name) => {
      const refused = compose(['config', '--quiet'], { ...filled, [name]: '' });
      expect(refused.status).not.toBe(0);
      expect(refused.stderr).toContain(`required variable ${name} is missing a value`);
    });
  }
});
