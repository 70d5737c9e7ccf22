import { describe, expect, it } from '@jest/globals';
import { consoleAddress } from './console-address.ts';

const settings = { LEAKWATCH_PUBLIC_URL: undefined, LEAKWATCH_HOST: '127.0.0.1', LEAKWATCH_PORT: 8080 };

describe('an address of the console in a mail', () => {
  it('begins with what people see, whatever the process listens on', () => {
    const seen = { ...settings, LEAKWATCH_PUBLIC_URL: 'https://leaks.example' };
    expect(consoleAddress(seen, '/recovery', { code: 'a b' })).toBe('https://leaks.example/recovery?code=a+b');
  });

  it('is the gateway’s own without a public address', () => {
    expect(consoleAddress(settings, '/forgot')).toBe('http://127.0.0.1:8080/forgot');
    expect(consoleAddress({ ...settings, LEAKWATCH_HOST: '0.0.0.0' }, '/forgot')).toBe('http://localhost:8080/forgot');
  });
});
