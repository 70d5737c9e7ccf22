import { BY_ID, BY_NAME, type TlDefinition } from './schema.ts';
import type { TlObject, TlValue } from './values.ts';

const BOOL_TRUE = 0x997275b5;
const VECTOR = 0x1cb5c415;
const WIDE = { long: 8, int128: 16, int256: 32 } as const;

/** Little-endian, signed. */
export function readInteger(bytes: Uint8Array): bigint {
  const unsigned = bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
  return BigInt.asIntN(bytes.length * 8, unsigned);
}

/** Reads values of TL from bytes; throws RangeError where they end too early, and Error for a number that the schema does not have. */
export class TlReader {
  at = 0;

  constructor(readonly bytes: Buffer) {}

  take(length: number): Buffer {
    if (length < 0 || this.at + length > this.bytes.length) throw new RangeError('the message ends too early');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  int = (): number => this.take(4).readInt32LE();
  id = (): number => this.take(4).readUInt32LE();
  long = (): bigint => this.take(8).readBigInt64LE();

  byteString(): Buffer {
    const [first = 0] = this.take(1);
    const long = first === 254;
    const length = long ? this.take(3).readUIntLE(0, 3) : first;
    const bytes = this.take(length);
    this.take((4 - ((length + (long ? 4 : 1)) % 4)) % 4);
    return bytes;
  }

  object(): TlObject {
    const id = this.id();
    const definition = BY_ID.get(id);
    if (definition === undefined) throw new Error(`no constructor ${id.toString(16)}`);
    return this.fields(definition);
  }

  private fields(definition: TlDefinition): TlObject {
    const read: Record<string, TlValue> = {};
    const flags = new Map<string, number>();
    for (const { name, type, flag } of definition.fields) {
      if (type === '#') flags.set(name, this.int());
      else if (flag === null) read[name] = this.value(type);
      else if (((flags.get(flag.field) ?? 0) >> flag.bit) & 1) read[name] = type === 'true' ? true : this.value(type);
    }
    return { ...read, _: definition.name };
  }

  private value(type: string): TlValue {
    if (type === 'int') return this.int();
    if (type === 'long' || type === 'int128' || type === 'int256') return readInteger(this.take(WIDE[type]));
    if (type === 'double') return this.take(8).readDoubleLE();
    if (type === 'string') return this.byteString().toString();
    if (type === 'bytes') return this.byteString();
    if (type === 'Bool') return this.id() === BOOL_TRUE;
    const item = /^([Vv])ector<(.+)>$/.exec(type);
    if (item !== null) {
      if (item[1] === 'V' && this.id() !== VECTOR) throw new Error('no vector');
      return Array.from({ length: this.int() }, () => this.value(item[2] ?? ''));
    }
    const bare = BY_NAME.get(type.replace('%', ''));
    return bare !== undefined && /^%?[a-z]/.test(type) ? this.fields(bare) : this.object();
  }
}
