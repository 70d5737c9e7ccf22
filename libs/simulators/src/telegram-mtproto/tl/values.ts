/** An object of TL: `_` is the constructor's or method's name, and fields have the names of the schema. Absent flags are undefined. */
export interface TlObject {
  readonly _: string;
  readonly [field: string]: TlValue;
}

/** int and double: number; long, int128 and int256: bigint, signed; string; bytes: Uint8Array; Bool and true: boolean. */
export type TlValue = number | bigint | string | boolean | Uint8Array | TlObject | readonly TlValue[] | undefined;

export const isObject = (value: TlValue): value is TlObject =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array);

export const asObject = (value: TlValue): TlObject => {
  if (!isObject(value)) throw new TypeError('not an object of TL');
  return value;
};
export const asNumber = (value: TlValue): number => (typeof value === 'number' ? value : 0);
export const asLong = (value: TlValue): bigint => (typeof value === 'bigint' ? value : 0n);
export const asText = (value: TlValue): string => (typeof value === 'string' ? value : '');
export const asBytes = (value: TlValue): Buffer => (value instanceof Uint8Array ? Buffer.from(value) : Buffer.alloc(0));
export const asList = (value: TlValue): readonly TlValue[] => (Array.isArray(value) ? value : []);
