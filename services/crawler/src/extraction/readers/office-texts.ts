import { readXml } from './xml.ts';

const PROPERTY_ATTRIBUTES = new Set(['name', 'linkTarget', 'meta:name', 'xlink:href', 'xlink:title']);

/** Values of properties, one a line: author, company, who saved it last. */
export function propertiesText(bytes: Uint8Array): string {
  const lines: string[] = [];
  let value = '';
  readXml(bytes, {
    open: (_name, attributes) => {
      value = '';
      // Names of properties that people add, and the template that a document was made of.
      for (const [key, found] of attributes.all()) if (PROPERTY_ATTRIBUTES.has(key)) lines.push(found);
    },
    text: (found) => {
      value += found;
    },
    close: (name) => {
      if (value.trim() !== '') lines.push(`${name}: ${value.trim()}`);
      value = '';
    },
  });
  return lines.join('\n');
}

/** Addresses that a document links to. */
export function linksText(bytes: Uint8Array): string {
  const links: string[] = [];
  readXml(bytes, {
    open: (_name, attributes) => {
      const target = attributes.get('Target');
      if (attributes.get('TargetMode') === 'External' && target !== undefined) links.push(target);
    },
  });
  return links.join('\n');
}

/** Every value of a file, one a line: settings and connections have addresses and passwords in attributes. */
export function valuesText(bytes: Uint8Array): string {
  const lines: string[] = [];
  readXml(bytes, {
    open: (_name, attributes) => {
      for (const [name, value] of attributes.all()) if (!name.startsWith('xmlns')) lines.push(`${name}: ${value}`);
    },
    text: (found) => {
      if (found.trim() !== '') lines.push(found.trim());
    },
  });
  return lines.join('\n');
}

/** Names that a workbook gives to cells, formulas and values. */
export function namesText(bytes: Uint8Array): string {
  const lines: string[] = [];
  let name: string | undefined;
  readXml(bytes, {
    open: (element, attributes) => {
      // A sheet without cells has no text of its own.
      if (element === 'sheet') lines.push(attributes.get('name') ?? '');
      const comment = element === 'definedName' ? attributes.get('comment') : undefined;
      if (comment !== undefined) lines.push(comment);
      name = element === 'definedName' ? attributes.get('name') : undefined;
    },
    text: (found) => {
      if (name !== undefined) lines.push(`${name}: ${found}`);
    },
  });
  return lines.join('\n');
}
