import { BY_NAME, type TlDefinition } from './schema.ts';
import { asObject, type TlObject, type TlValue } from './values.ts';

const VECTOR = 0x1cb5c415;
const BOOL = { true: 0x997275b5, false: 0xbc799737 } as const;
const WIDE = { long: 8, int128: 16, int256: 32 } as const;

export const int = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value | 0);
  return bytes;
};

/** Little-endian. @param length in bytes */
export const integer = (value: bigint, length: number): Buffer =>
  Buffer.from(
    BigInt.asUintN(length * 8, value)
      .toString(16)
      .padStart(length * 2, '0'),
    'hex',
  ).reverse();

export function byteString(value: Uint8Array): Buffer {
  const head =
    value.length < 254
      ? Buffer.from([value.length])
      : Buffer.from([254, value.length & 255, (value.length >> 8) & 255, (value.length >> 16) & 255]);
  return Buffer.concat([head, value, Buffer.alloc((4 - ((head.length + value.length) % 4)) % 4)]);
}

function definitionOf(name: string): TlDefinition {
  const definition = BY_NAME.get(name);
  if (definition === undefined) throw new Error(`the schema has no ${name}`);
  return definition;
}

/** An object with its constructor's number. Throws where a field that the schema requires is missing. */
export const writeObject = (object: TlObject): Buffer => {
  const definition = definitionOf(object._);
  return Buffer.concat([int(definition.id), ...writeFields(definition, object)]);
};

/** The answer of a method, in the type that the schema gives it. */
export const writeResult = (method: string, value: TlValue): Buffer => writeValue(definitionOf(method).result, value);

const writeFields = (definition: TlDefinition, object: TlObject): Buffer[] =>
  definition.fields.map(({ name, type, flag }) => {
    const value = object[name];
    if (type === '#') return int(flagsOf(definition, name, object));
    if (flag !== null && (type === 'true' || value === undefined)) return Buffer.alloc(0);
    if (value === undefined) throw new Error(`${object._} needs ${name}`);
    return writeValue(type, value);
  });

const flagsOf = ({ fields }: TlDefinition, flags: string, object: TlObject): number =>
  fields.reduce((bits, { name, type, flag }) => {
    const isSet = type === 'true' ? object[name] === true : object[name] !== undefined;
    return flag?.field === flags && isSet ? bits | (1 << flag.bit) : bits;
  }, 0);

function writeValue(type: string, value: TlValue): Buffer {
  if (type === 'int' && typeof value === 'number') return int(value);
  if ((type === 'long' || type === 'int128' || type === 'int256') && typeof value === 'bigint') return integer(value, WIDE[type]);
  if (type === 'string' || type === 'bytes') {
    if (typeof value === 'string') return byteString(Buffer.from(value));
    if (value instanceof Uint8Array) return byteString(value);
  }
  if (type === 'Bool') return int(value === true ? BOOL.true : BOOL.false);
  const [, kind, item] = /^([Vv])ector<(.+)>$/.exec(type) ?? [];
  if (item !== undefined && Array.isArray(value)) {
    const items = value.map((one) => writeValue(item, one));
    return Buffer.concat([...(kind === 'V' ? [int(VECTOR)] : []), int(items.length), ...items]);
  }
  const object = asObject(value);
  return /^%?[a-z]\w*$/.test(type) ? Buffer.concat(writeFields(definitionOf(type.replace('%', '')), object)) : writeObject(object);
}
