import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createTestEnvironment, type TestEnvironment, waitUntil } from '@leakwatch/testing';
import { afterAll, beforeAll, it } from '@jest/globals';
import { freePorts } from '../ports.ts';
import { programPath } from './programs.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await createTestEnvironment();
});
afterAll(() => environment.drop());

it.each(['crawler', 'reports'] as const)('what the %s service writes is for its own account only', async (service) => {
  const [port = 0] = await freePorts(1);
  const child = spawn(process.execPath, [programPath(service)], {
    env: { PATH: process.env['PATH'], ...environment.env, [`${service.toUpperCase()}_URL`]: `http://127.0.0.1:${port}` },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  try {
    const umask = () => /^Umask:\s+(\d+)$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
    await waitUntil('the service closes its files to others', async () => umask() === '0077');
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
});
