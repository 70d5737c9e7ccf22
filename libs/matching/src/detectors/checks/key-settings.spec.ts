import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { keySettingsIn } from './key-settings.ts';

const found = (text: string): string[] => keySettingsIn(text).map(({ start, end }) => text.slice(start, end));
const letters = (unit: string, length: number) =>
  fc
    .string({ unit: fc.constantFrom(...unit), minLength: length, maxLength: length })
    .filter((text) => (text.match(/\d+/g)?.length ?? 0) >= 4);
const VALUES = fc.oneof(letters('0123456789abcdef', 32), letters('abcdefghijklmnopqrstuvwxyz0123456789', 40));

describe('a key in settings', () => {
  test('is found behind any name that ends with key, however it is written', () => {
    const names = fc.constantFrom(
      'ADOBE_KEY',
      'pipedreamKey',
      'x-vendor-key',
      'mail.key',
      'licenseKey',
      'PRIVATEKEY',
      'mail key',
      'ado_pat',
      'gcp_credentials',
    );
    const signs = fc.constantFrom('=', ' = "', ": '", '": "', ' => "', "', '", ' || "', '\\": \\"');
    fc.assert(
      fc.property(names, signs, VALUES, (name, sign, value) => {
        fc.pre(!/(.)\1{5}/.test(value));
        expect(found(`a = 1;\n${name}${sign}${value}" ; b`).join()).toContain(value);
      }),
      { numRuns: 300 },
    );
  });

  test('is not what a name says to be public, a place, a row or a text', () => {
    const names = [
      'public_key',
      'rsaPublicKey',
      'cacheKey',
      'primary_key',
      'object-key',
      'translation_key',
      'site_key',
      'ssh.host_key',
      'the key',
      'GPG key',
      'key',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...names), VALUES, (name, value) => {
        expect(found(`${name}: "${value}"`)).toEqual([]);
      }),
    );
  });

  test('is not a name, a path, an id or a public key', () => {
    for (const value of [
      'SubscriptionManagerV2Handler',
      'pages.settings.keyword2.title',
      'organisation_settings_2024_id',
      '0a9b8c7d-1234-4abc-8def-0123456789ab',
      'AAAAB3NzaC1yc2EAAAADAQABAAABgQC7x9',
      'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA7x9',
    ])
      expect([value, found(`vendor_key = "${value}"`)]).toEqual([value, []]);
  });

  test('is looked for in any text in a time that grows with its length', () => {
    for (const part of ['key', 'key=', 'a_key = ', 'key: a.b(', "key', '", `key${' '.repeat(24)}`, 'a'.repeat(24)])
      expect(found(part.repeat(20_000)).length).toBeLessThan(2);
  });
});
