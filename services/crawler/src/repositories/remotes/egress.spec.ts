import { isPublicAddress } from '@leakwatch/platform';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pinAddress } from './egress.ts';

const STRICT = { allowPrivateAddresses: false };

describe('isPublicAddress', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.128.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '223.255.255.254',
    '140.82.121.3',
    '2606:50c0:8000::153',
    '2a00:1450:4010::8a',
  ])('%s is', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('recognises every address of a private network', () => {
    fc.assert(
      fc.property(
        fc.nat(255),
        fc.nat(255),
        fc.nat(255),
        (b, c, d) => !isPublicAddress(`10.${b}.${c}.${d}`) && !isPublicAddress(`::ffff:8.${b}.${c}.${d}`),
      ),
    );
  });
});

describe('pinAddress', () => {
  it('skips the private addresses of a host that has both kinds', async () => {
    expect(await pinAddress('x.example', STRICT, async () => ['127.0.0.1', '8.8.8.8'])).toBe('8.8.8.8');
  });

  it('refuses a host with private addresses only, and one without addresses', async () => {
    await expect(pinAddress('x.example', STRICT, async () => ['10.0.0.1', 'fd00::1'])).rejects.toMatchObject({ code: 'address_refused' });
    await expect(pinAddress('x.example', STRICT, async () => [])).rejects.toMatchObject({ code: 'host_not_found', retryable: true });
    await expect(pinAddress('x.example', STRICT, () => Promise.reject(new Error('ENOTFOUND')))).rejects.toMatchObject({
      code: 'host_not_found',
    });
  });

  it.each(['127.1', '0x7f000001', '2130706433', '0177.0.0.1', 'localhost', '169.254.169.254', '::1'])(
    'refuses %s as the system reads it',
    async (host) => {
      await expect(pinAddress(host, STRICT)).rejects.toMatchObject({ code: expect.stringMatching(/address_refused|host_not_found/) });
    },
  );

  it('accepts private addresses where the installation allows them', async () => {
    expect(await pinAddress('127.0.0.1', { allowPrivateAddresses: true })).toBe('127.0.0.1');
  });
});
