import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type KeyRing, Signer, soleKey, Vault } from './keys.ts';

/** Of the cipher, or of a version that is not on the ring. */
const REFUSED = /unable to authenticate data|no sealing key of version/;

const key = (version: number) => ({ version, secret: `secret of generation ${version}, long enough for a key` });
const ring = (first: number, ...more: number[]): KeyRing => [key(first), ...more.map(key)];

describe('a vault', () => {
  it('opens what any key of its ring sealed, and seals with the first', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), (content, context) => {
        const old = new Vault(ring(1)).sealBytes(content, context);
        const both = new Vault(ring(2, 1));
        expect([...both.openBytes(old, context)]).toEqual([...content]);
        const fresh = both.reseal(old, context);
        expect(fresh[0]).toBe(2);
        expect([...new Vault(ring(2)).openBytes(fresh, context)]).toEqual([...content]);
      }),
    );
  });

  it('opens nothing that was sealed with another key, changed, or moved', () => {
    const sealed = new Vault(ring(1)).seal('a password', 'table.column:1');
    expect(() => new Vault(ring(2)).open(sealed, 'table.column:1')).toThrow('no sealing key of version 1');
    expect(() => new Vault(soleKey('another secret, also long enough for a key')).open(sealed, 'table.column:1')).toThrow(REFUSED);
    expect(() => new Vault(ring(1)).open(sealed, 'table.column:2')).toThrow(REFUSED);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => new Vault(ring(1, 2)).open(changed, 'table.column:1')).toThrow(REFUSED);
    }
  });

  it('does not take a ciphertext of one generation for one of another', () => {
    const sealed = new Vault([{ version: 1, secret: key(1).secret }]).seal('a password', 'c');
    sealed[0] = 2;
    expect(() => new Vault([{ version: 2, secret: key(1).secret }]).open(sealed, 'c')).toThrow(REFUSED);
  });
});

describe('a signer', () => {
  it('verifies what any key of its ring signed, and signs with the first', () => {
    const [first, second, both] = [new Signer(ring(1), 'p'), new Signer(ring(2), 'p'), new Signer(ring(2, 1), 'p')];
    expect(both.sign('text')).toBe(second.sign('text'));
    for (const signer of [first, second]) expect(both.verify('text', signer.sign('text'))).toBe(true);
    expect(first.verify('text', second.sign('text'))).toBe(false);
    expect(both.verify('another text', first.sign('text'))).toBe(false);
    expect(both.verify('text', new Signer(ring(1), 'another purpose').sign('text'))).toBe(false);
    expect(both.verify('text', '')).toBe(false);
  });
});
