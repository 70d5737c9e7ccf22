import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { networkOf } from './network-of.ts';

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('is the same for two addresses of IPv6 exactly when their first four groups are', () => {
    const group = fc.integer({ min: 0, max: 0xff_ff });
    const groups = fc.array(group, { minLength: 8, maxLength: 8 }).filter((all) => all.slice(0, 5).some((one) => one !== 0));
    const text = (all: readonly number[]) => all.map((one) => one.toString(16)).join(':');
    fc.assert(
      fc.property(groups, fc.array(group, { minLength: 4, maxLength: 4 }), fc.nat(3), (one, others, at) => {
        const neighbour = [...one.slice(0, 4), ...others];
        const stranger = one.map((value, place) => (place === at ? value ^ 1 : value));
        expect(networkOf(text(neighbour))).toBe(networkOf(text(one)));
        expect(networkOf(text(stranger))).not.toBe(networkOf(text(one)));
      }),
    );
  });
});
