import { describe, expect, test } from '@jest/globals';
import { deviceName } from './device-name.ts';

describe('deviceName', () => {
  test.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36', 'Chrome, Windows'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0', 'Edge, Windows'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari, macOS',
    ],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML) CriOS/141.0 Mobile Safari/604.1', 'Chrome, iOS'],
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36', 'Chrome, Android'],
    ['curl/8.14.1', 'curl/8.14.1'],
    ['', ''],
  ])('%s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });

  test('shortens a long name', () => {
    expect(deviceName('x'.repeat(300))).toHaveLength(60);
  });
});
