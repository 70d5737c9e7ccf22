import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { readXml } from './xml.ts';

/** Events as lists; neighbouring texts are one. */
function eventsOf(source: string | Uint8Array): readonly string[] {
  const events: string[] = [];
  readXml(Buffer.from(source), {
    open: (name, attributes) =>
      events.push(`<${name}${[...attributes.all()].map(([key, value]) => ` ${key}=${JSON.stringify(value)}`).join('')}`),
    text: (text) => events.push(`"${text}`),
    close: (name) => events.push(`>${name}`),
  });
  return joined(events);
}

/** The same by a parser that validates. */
function referenceOf(source: string): readonly string[] {
  const events: string[] = [];
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  const parser = new SaxesParser();
  parser.on('error', () => undefined);
  parser.on('opentag', ({ name, attributes }) =>
    events.push(
      `<${local(name)}${Object.entries(attributes)
        .map(([key, value]) => ` ${key}=${JSON.stringify(value)}`)
        .join('')}`,
    ),
  );
  parser.on('text', (text) => events.push(`"${text}`));
  parser.on('cdata', (text) => events.push(`"${text}`));
  parser.on('closetag', ({ name }) => events.push(`>${local(name)}`));
  parser.write(source).close();
  return joined(events);
}

const joined = (events: readonly string[]): readonly string[] =>
  events.reduce<string[]>((all, event) => {
    const last = all.at(-1);
    if (event.startsWith('"') && last?.startsWith('"')) all[all.length - 1] = last + event.slice(1);
    else all.push(event);
    return all;
  }, []);

const name = fc.constantFrom('p', 'w:p', 'w:r', 'table:table-cell', 'x-1', 'Кнопка');
const text = fc
  .array(fc.constantFrom('a', 'Ж', ' ', '\n', '\r\n', '&amp;', '&lt;', '&#1046;', '&#x416;', '&quot;', '>', '😀', "'", '"'), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));
const value = text.map((found) => found.replaceAll(/[\s]/g, ' '));
const attribute = fc.tuple(
  fc.constantFrom(' ', '\n', '  '),
  fc.constantFrom('a', 'w:val', 'r'),
  fc.constantFrom('=', ' = '),
  value,
  fc.boolean(),
);
const attributes = fc
  .uniqueArray(attribute, { maxLength: 3, selector: ([, key]) => key })
  .map((all) =>
    all
      .map(
        ([space, key, equals, found, isDouble]) =>
          `${space}${key}${equals}${isDouble ? `"${found.replaceAll('"', '')}"` : `'${found.replaceAll("'", '')}'`}`,
      )
      .join(''),
  );
const other = fc.constantFrom('<!-- <p> -->', '<?x <p> ?>', '<![CDATA[<p>&amp;]]>', '');
const element = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(
      name,
      attributes,
      fc.array(fc.oneof({ maxDepth: 4, withCrossShrink: true }, text, other, tie('element')), { maxLength: 4 }),
      fc.boolean(),
    )
    .map(([tag, all, inner, isEmpty]) =>
      isEmpty ? `<${tag}${all}/>` : `<${tag}${all}>${inner.join('')}</${tag} >`.replace(' >', inner.length === 1 ? ' >' : '>'),
    ),
})).element;

test('well-formed documents are read as by a parser that validates', () => {
  fc.assert(
    fc.property(element, (root) => {
      const source = `<?xml version="1.0"?>${root}`;
      expect(eventsOf(source)).toEqual(referenceOf(source));
    }),
    { numRuns: 1_000 },
  );
});

test('an attribute asked for alone is the one of the whole list', () => {
  fc.assert(
    fc.property(attributes, (all) => {
      readXml(Buffer.from(`<p${all}/>`), {
        open: (_name, read) => {
          const alone = ['a', 'w:val', 'r', 'val'].map((key) => read.get(key));
          expect(alone).toEqual(['a', 'w:val', 'r', 'val'].map((key) => read.all().get(key)));
        },
      });
    }),
    { numRuns: 500 },
  );
});

describe('faults', () => {
  test.each<[string, string, readonly string[]]>([
    ['elements that are not closed', '<a><b>x</a>', ['<a', '<b', '"x', '>b', '>a']],
    ['an end without a beginning', '<a>x</b>y</a>', ['<a', '"xy', '>a']],
    ['a cut document', '<a><b>x', ['<a', '<b', '"x', '>b', '>a']],
    ['a cut tag', '<a><b c="d', ['<a', '<b', '>b', '>a']],
    ['a quote that is not closed', '<a b="c>x</a>', ['<a', '"x', '>a']],
    ['entities that are not those of XML', '<a>&b;&#xFFFFFF;&</a>', ['<a', '"&b;&#xFFFFFF;&', '>a']],
    ['a document type with entities', '<!DOCTYPE a [<!ENTITY b "c>">]><a>&b;</a>', ['<a', '"&b;', '>a']],
    ['a comment that does not end', '<a>x<!-- y</a>', ['<a', '"x', '>a']],
  ])('%s', (_name, source, events) => expect(eventsOf(source)).toEqual(events));

  test('any bytes end', () => {
    const piece = fc.constantFrom('<', '>', '/', '!', '[', ']', '"', "'", '=', 'a', ' ', '<!', '<![CDATA[', '-->', '?>', '</a>');
    fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => expect(eventsOf(pieces.join(''))).toBeInstanceOf(Array)));
  });

  test.each(['<a b="', "<a b='>", '<!x', '</a', '<a ', '<![CDATA[', '<!DOCTYPE a [', '<a =', '<!--'])(
    'a megabyte of %s ends soon',
    (piece) => {
      const source = piece.repeat(1_000_000 / piece.length);
      expect(() => {
        try {
          eventsOf(source);
        } catch (error) {
          if (!String(error).includes('too deep')) throw error;
        }
      }).not.toThrow();
    },
  );
});
