import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type GitRemote, InvalidGitRemote, parseRemoteUrl, spellingOf } from './git-remote.ts';

const STRICT = { allowFile: false };

function codeOf(text: string, rules = STRICT): string {
  try {
    parseRemoteUrl(text, rules);
    return 'accepted';
  } catch (error) {
    return error instanceof InvalidGitRemote ? error.code : 'another error';
  }
}

describe('parseRemoteUrl', () => {
  it.each([
    ['https://Example.ORG:443/team/x.git/', 'https://example.org/team/x.git'],
    ['http://example.org:8080/x', 'http://example.org:8080/x'],
    ['https://[2001:DB8::1]/x.git', 'https://[2001:db8::1]/x.git'],
    ['https://пример.рф/x.git', 'https://xn--e1afmkfd.xn--p1ai/x.git'],
    ['http://0x7f.1/x.git', 'http://127.0.0.1/x.git'],
    ['ssh://git@example.org:22/x.git', 'ssh://git@example.org/x.git'],
    ['git@example.org:team/x.git', 'git@example.org:team/x.git'],
    ['git://example.org:9418/x.git', 'git://example.org/x.git'],
  ])('%s is asked as %s', (text, address) => {
    expect(parseRemoteUrl(text, STRICT)).toMatchObject({ address, masked: address });
  });

  it('takes the credentials out of the address', () => {
    const remote = parseRemoteUrl('https://bot:p%40ss%2Fw%C3%B6rd@example.org/x.git', STRICT);
    expect(remote).toEqual({
      transport: 'https',
      address: 'https://example.org/x.git',
      host: 'example.org',
      port: 443,
      credentials: { username: 'bot', password: 'p@ss/wörd' },
      masked: 'https://***@example.org/x.git',
    });
  });

  it('accepts a token instead of the user name', () => {
    expect(parseRemoteUrl('https://ghp_token@example.org/x', STRICT).credentials).toEqual({ username: 'ghp_token', password: '' });
  });

  it.each([
    '--upload-pack=touch /tmp/x',
    '--upload-pack=touch',
    '-oProxyCommand=x',
    'ext::sh -c touch% /tmp/x',
    'ext::sh',
    'fd::17',
    '::x',
    'ftp://example.org/x',
    'ftps://example.org/x',
    'http+unix://x/y',
    'javascript:alert(1)',
    'data:text/plain,x',
    'file:///etc',
    '/etc/passwd',
    'file://host/etc',
    './x',
    '../x',
    'x',
    '~/x',
    'example.org:x',
    'bot:password@example.org:x',
    'C:\\x',
    '\\\\host\\x',
    'https:///x.git',
    'https://',
    'https://example.org',
    'https://example.org/',
    'https://example.org/x?a=b',
    'https://example.org/x#y',
    'https://example.org/x y',
    'https://example.org/x\n',
    'https://example.org/\u0000x',
    'https://example.org/x%0d%0aHost:y',
    'https://example.org/x%00',
    'https://-example.org.evil/x',
    'ssh://-oProxyCommand=touch/x',
    'ssh://-x@example.org/x',
    'ssh://git:password@example.org/x',
    'git://user@example.org/x',
    '-oX@example.org:x',
    'git@-oX:x',
    'git@example.org:-x',
    'git@example.org:',
    'git@example.org:/',
    'ssh://exa mple.org/x',
    'ssh://example.org;touch/x',
    'ssh://$(touch)/x',
    'ssh://`touch`/x',
    "ssh://'x'/y",
    'ssh://example.org%0a/x',
    'https://exa%0ample.org/x',
    'https://example.org:99999/x',
    'https://user:%zz@example.org/x',
    'https://us%3Aer:x@example.org/x',
    '',
    `https://example.org/${'x'.repeat(3000)}`,
    `https://example.org/${'库'.repeat(300)}`,
    'HTTPS://',
    'hxxp://example.org/x',
    'https://example.org/<x>',
    'https://example.org/"x"',
  ])('refuses %j', (text) => {
    expect(['invalid_url', 'transport_refused']).toContain(codeOf(text));
  });

  it('accepts file addresses only where the installation allows it', () => {
    expect(codeOf('/srv/x.git')).toBe('transport_refused');
    expect(parseRemoteUrl('/srv/x.git/', { allowFile: true }).address).toBe('/srv/x.git');
    expect(parseRemoteUrl('file:///srv/%D1%85.git', { allowFile: true }).address).toBe('/srv/х.git');
    expect(codeOf('file:///srv/../etc', { allowFile: true })).toBe('accepted');
    expect(codeOf('/srv/../etc', { allowFile: true })).toBe('invalid_url');
    expect(codeOf('relative/x', { allowFile: true })).toBe('invalid_url');
  });

  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .tuple(
        fc.constantFrom('', '-', '--', 'ext::', 'http://', 'https://', 'ssh://', 'git://', 'file://', 'git@', 'HTTP://'),
        fc.constantFrom('', 'u:p@', '-x@', 'a b@', '%00@', ':@'),
        fc.constantFrom('example.org', '-example', '127.1', '[::1]', '', 'a;b', '$(x)', 'x\n', "'"),
        fc.constantFrom('', ':22', ':0', ':x', ':-p'),
        fc.string({ unit: 'binary', maxLength: 20 }),
      )
      .map((parts) => parts.join('')),
  );

  it('passes git no option, no helper, no control character and no credential, whatever is typed', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        let remote: GitRemote;
        try {
          remote = parseRemoteUrl(text, STRICT);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidGitRemote);
          return;
        }
        expect(remote.address).toMatch(/^(https?:\/\/|ssh:\/\/|git:\/\/|[A-Za-z0-9._][A-Za-z0-9._-]*@[a-z0-9.][a-z0-9.-]*:[^-])/);
        expect(remote.address).not.toMatch(/[\u0000-\u0020\u007f]|::[^\]]*$(?<!\])|^-/);
        expect(remote.host).toMatch(/^[a-z0-9.:_][a-z0-9.:_-]*$/);
        if (remote.transport.startsWith('http')) expect(new URL(remote.address).username + new URL(remote.address).password).toBe('');
        expect(parseRemoteUrl(remote.address, STRICT).address).toBe(remote.address);
      }),
      { numRuns: 1000 },
    );
  });

  it('reads a masked address as the one whose credentials are stored', () => {
    const { masked, address } = parseRemoteUrl('https://bot:secret@example.org/x.git', STRICT);
    expect(parseRemoteUrl(masked, STRICT)).toEqual({ ...parseRemoteUrl(address, STRICT), keepsCredentials: true });
  });

  it('never shows a password, in the masked form or in an error', () => {
    const password = fc.stringMatching(/^[A-Za-z0-9!*()~]{8,20}$/);
    fc.assert(
      fc.property(
        password,
        fc.constantFrom(
          'https://example.org/x',
          'ssh://example.org/x',
          'ftp://example.org/x',
          'https://exa mple.org/x',
          'https://example.org/',
        ),
        (secret, url) => {
          const text = url.replace('://', `://bot:${secret}@`);
          try {
            const remote = parseRemoteUrl(text, STRICT);
            expect(remote.masked + remote.address).not.toContain(secret);
            expect(remote.credentials?.password).toBe(secret);
          } catch (error) {
            expect(error).toBeInstanceOf(InvalidGitRemote);
            expect(String(error)).not.toContain(secret);
          }
        },
      ),
    );
  });
});

describe('spellingOf', () => {
  const spelling = (text: string) => spellingOf(parseRemoteUrl(text, STRICT).address);

  it.each([
    'https://github.com/acme/app',
    'https://github.com/acme/app.git',
    'https://GitHub.com/Acme/App',
    'https://www.github.com/acme/App.git/',
  ])('is one for the spellings of a repository: %s', (text) => expect(spelling(text)).toBe('//github.com/acme/app'));

  it.each([
    ['https://git.example/acme/app', 'https://git.example/acme/app.git'],
    ['https://github.com/acme/app', 'http://github.com/acme/app'],
    ['https://github.com/acme/app', 'git@github.com:acme/app.git'],
    ['https://github.com/acme/app', 'https://github.com:8443/acme/app'],
    ['https://github.com/acme/app', 'https://github.com/acme/app2'],
  ])('is another one for %s and %s', (one, two) => expect(spelling(one)).not.toBe(spelling(two)));
});
