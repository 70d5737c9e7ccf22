import { expect, test } from '@jest/globals';
import { pdfFile } from '../documents.fixture.ts';
import { extractDocument } from '../extract-document.ts';

const stream = (content: string, more = ''): string => `<< /Length ${content.length} ${more} >>\nstream\n${content}\nendstream`;
const script = (text: string): string => `<< /S /JavaScript /JS (var a = "${text}") >>`;

/** A document with a text of its own in each place that a reader of pages does not show. */
const EVERYWHERE = pdfFile([
  `<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /Outlines 7 0 R /OpenAction ${script('opens')} /Metadata 10 0 R /AcroForm 11 0 R
    /OCProperties << /OCGs [14 0 R] /D << /Order [14 0 R] >> >> /PageLabels << /Nums [0 << /P (label-of-page) >>] >>
    /Names << /JavaScript << /Names [(named-script) ${script('by-name')}] >> /Dests << /Names [(named-place) [3 0 R /Fit]] >>
      /EmbeddedFiles << /Names [(__proto__) 22 0 R (a) 15 0 R] >> >> /StructTreeRoot 17 0 R >>`,
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /StructParents 0
    /AA << /O ${script('page-opens')} >> /Annots [12 0 R 13 0 R 18 0 R 19 0 R] >>`,
  stream('/Figure << /MCID 0 >> BDC BT /F1 9 Tf 50 750 Td (shown) Tj ET EMC'),
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  '<< /Author (Ivanov) >>',
  '<< /Type /Outlines /First 8 0 R /Last 8 0 R /Count 1 >>',
  '<< /Title (outline-title) /Parent 7 0 R /First 9 0 R /Last 9 0 R /Count 1 /Dest [3 0 R /Fit] >>',
  '<< /Title (nested-title) /Parent 8 0 R /A << /S /URI /URI (http://outline.example/link) >> >>',
  stream(
    '<?xpacket begin="" id="W5M0"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:rights>rights-of-metadata</dc:rights></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
    '/Type /Metadata /Subtype /XML',
  ),
  '<< /Fields [12 0 R 13 0 R] >>',
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (login) /V (value-of-field) /DV (default-of-field) /TU (tooltip-of-field) /Rect [0 0 60 60]
    /AA << /K ${script('on-key')} >> >>`,
  '<< /Type /Annot /Subtype /Widget /FT /Ch /T (choice) /V (a) /Opt [[(a) (a)] [(option-sent) (option-shown)]] /Rect [0 0 60 60] >>',
  '<< /Type /OCG /Name (name-of-layer) >>',
  '<< /Type /Filespec /F (attached.txt) /Desc (description-of-file) /EF << /F 16 0 R >> >>',
  stream('content-of-file'),
  '<< /Type /StructTreeRoot /K 20 0 R /ParentTree << /Nums [0 [20 0 R]] >> >>',
  `<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 60 60] /Contents (remark-on-file)
    /FS << /Type /Filespec /F (pinned.txt) /Desc (description-of-pin) /EF << /F 21 0 R >> >> >>`,
  '<< /Type /Annot /Subtype /Text /Rect [0 0 60 60] /Contents (remark) /T (author-of-remark) /RC (<body><p>rich-text</p></body>) >>',
  '<< /Type /StructElem /S /Figure /P 17 0 R /Pg 3 0 R /Alt (alternative-text) /K 0 >>',
  stream('content-of-pin'),
  '<< /Type /Filespec /F (oddly-named.txt) /EF << /F 23 0 R >> >>',
  stream('content-of-oddly-named'),
]);

test('a text in any place of a document is read, and says where it is', async () => {
  const { parts, unread } = await extractDocument(EVERYWHERE, 'document');
  expect(unread).toEqual([]);
  const places = Object.fromEntries(parts.map(({ path, bytes }) => [path.split('!/').at(-1) ?? '', Buffer.from(bytes).toString()]));
  const wanted: Readonly<Record<string, readonly string[]>> = {
    'page 1': ['shown'],
    'page 1 notes': [
      ...['login: value-of-field', 'default-of-field', 'tooltip-of-field', 'option-sent', 'option-shown', 'on-key', 'page-opens'],
      ...['remark-on-file', 'pinned.txt', 'description-of-pin', 'remark', 'author-of-remark', 'rich-text', 'alternative-text'],
    ],
    properties: ['Author: Ivanov'],
    'metadata.xml': ['rights-of-metadata'],
    outline: ['outline-title', 'nested-title', 'http://outline.example/link'],
    scripts: ['opens', 'named-script', 'by-name'],
    form: ['login', 'value-of-field'],
    names: ['name-of-layer', 'label-of-page', 'named-place'],
    attachments: ['description-of-file'],
    'attached.txt': ['content-of-file'],
    'oddly-named.txt': ['content-of-oddly-named'],
    'pinned.txt': ['content-of-pin'],
  };
  for (const [place, texts] of Object.entries(wanted)) for (const text of texts) expect(`${place}: ${places[place]}`).toContain(text);
});

test('an outline whose entries lead to themselves ends', async () => {
  const { parts } = await extractDocument(
    pdfFile([
      '<< /Type /Catalog /Pages 2 0 R /Outlines 7 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>',
      stream('BT ET'),
      '<< >>',
      '<< /Author (Ivanov) >>',
      '<< /Type /Outlines /First 8 0 R /Last 8 0 R >>',
      '<< /Title (round) /Parent 7 0 R /First 8 0 R /Next 8 0 R >>',
    ]),
    'document',
  );
  expect(parts.map(({ path }) => path)).toEqual(['properties', 'outline']);
});
