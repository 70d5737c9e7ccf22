import { execFileSync } from 'node:child_process';
import { tmpdir, userInfo } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { networkEnvironment } from './git-environment.ts';

const SSH = { host: 'dev.example', pinned: '192.0.2.7', knownHostsFile: '/srv/a mirror.git/known_hosts' };

/** The options of the ssh that git would start, as ssh itself understands them; several values of one option in order. */
function effectiveOptions(keyFile?: string): ReadonlyMap<string, readonly string[]> {
  const environment = networkEnvironment('/srv/mirror.git', {
    transport: 'ssh',
    ssh: { ...SSH, ...(keyFile !== undefined && { keyFile }) },
    stallSeconds: 60,
  });
  const text = execFileSync('/bin/sh', ['-c', `${environment['GIT_SSH_COMMAND']} -G git@dev.example`], {
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const options = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [name = '', ...value] = line.split(' ');
    options.set(name, [...(options.get(name) ?? []), value.join(' ')]);
  }
  return options;
}

describe('ssh', () => {
  it('has no identity of the account under which the crawler runs', () => {
    const options = effectiveOptions();
    expect(options.get('identityfile')).toEqual(['none']);
    expect(options.get('identityagent')).toEqual(['none']);
    expect(options.get('identitiesonly')).toEqual(['yes']);
    expect(options.get('pubkeyauthentication')?.join()).toMatch(/^(no|false)$/);
    expect(options.get('gssapiauthentication')).toEqual(['no']);
    expect(options.get('hostbasedauthentication')).toEqual(['no']);
    expect(options.get('certificatefile')).toBeUndefined();
    expect([...options.values()].flat().join('\n')).not.toContain(userInfo().homedir);
  });

  it('has the key that the repository was given, and no other', () => {
    const options = effectiveOptions('/srv/keys/one key');
    expect(options.get('identityfile')).toEqual(['/srv/keys/one key']);
    expect(options.get('identitiesonly')).toEqual(['yes']);
    expect(options.get('identityagent')).toEqual(['none']);
  });

  it('contacts the pinned address, and keeps its host key with the mirror', () => {
    expect(effectiveOptions().get('userknownhostsfile')).toEqual(['/srv/a mirror.git/known_hosts']);
    expect(effectiveOptions().get('hostname')).toEqual(['192.0.2.7']);
  });
});

it('git reads no settings of the account or the machine', () => {
  const environment = networkEnvironment(tmpdir(), { transport: 'http:https', stallSeconds: 60 });
  const origins = execFileSync('git', ['config', '--list', '--show-origin'], { env: environment, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('command line:'));
  expect(origins).toEqual([]);
  expect(Object.keys(environment).filter((name) => /^(SSH|KRB5|XDG|GPG|HTTPS?_PROXY)/i.test(name))).toEqual([]);
  expect(environment['HOME']).toBe('/nonexistent');
  const emptyAuth = execFileSync('git', ['config', 'http.emptyAuth'], { env: environment, encoding: 'utf8' });
  expect(emptyAuth).toBe('false\n');
});
