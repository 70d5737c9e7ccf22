import apiText from 'telegram/tl/apiTl.js';
import protocolText from 'telegram/tl/schemaTl.js';

export interface TlField {
  readonly name: string;
  readonly type: string;
  /** Present when this bit of a flags field is set. */
  readonly flag: { readonly field: string; readonly bit: number } | null;
}

/** A constructor or a method of the TL language, as the schema names it. */
export interface TlDefinition {
  readonly name: string;
  readonly id: number;
  readonly fields: readonly TlField[];
  readonly result: string;
}

const LINE = /^([\w.]+)#([0-9a-f]{1,8}) (?:\{\w+:Type\} )?(.*?)= (.+);$/;
const FIELD = /^(\w+):(?:(\w+)\.(\d+)\?)?!?(.+)$/;

function readField(text: string): TlField {
  const [, name, flags, bit, type] = FIELD.exec(text) ?? [];
  if (name === undefined || type === undefined) throw new Error(`not a TL field: ${text}`);
  return { name, type, flag: flags === undefined ? null : { field: flags, bit: Number(bit) } };
}

/** @param text lines of TL; those of another form (headings, generic types, constructors without a number) are left out */
function readSchema(text: string): TlDefinition[] {
  return text.split('\n').flatMap((line) => {
    const [, name, id, fields, result] = LINE.exec(line.trim()) ?? [];
    if (name === undefined || id === undefined || fields === undefined || result === undefined || fields.includes('[')) return [];
    return [{ name, id: Number.parseInt(id, 16), fields: fields.split(' ').filter(Boolean).map(readField), result }];
  });
}

// The protocol's own messages declare byte strings as `string`.
const protocol = readSchema(protocolText.replaceAll(':string', ':bytes'));
const definitions = [...readSchema(apiText), ...protocol];

/** Every constructor and method of the layer that the client of this repository speaks. */
export const BY_NAME: ReadonlyMap<string, TlDefinition> = new Map(definitions.map((one) => [one.name, one]));
export const BY_ID: ReadonlyMap<number, TlDefinition> = new Map(definitions.map((one) => [one.id, one]));
