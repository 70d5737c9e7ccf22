import { createWriteStream, openAsBlob } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Writable } from 'node:stream';
import {
  BlobReader,
  type FileEntry,
  TextReader,
  TextWriter,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js';

/** Height of the logo on its sheet; a stored logo has up to 256 pixels on a side. */
const LOGO_HEIGHT = 96;
/** Where a PNG states its width and height. */
const PNG_SIZE = { width: 16, height: 20 };
const TYPES = '[Content_Types].xml';
const LOGO_TYPES =
  '<Default Extension="png" ContentType="image/png"/>' +
  '<Override PartName="/xl/drawings/drawing1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/>';

/**
 * Places a logo at the top of a sheet of a finished file. The library that writes sheets row by row has no pictures, so the parts of the
 * drawing come from a small workbook that it makes in memory; all other sheets are copied as they are, without being compressed again.
 */
export async function placeLogo(path: string, sheet: number, png: Uint8Array): Promise<void> {
  const sheetPart = `xl/worksheets/sheet${sheet}.xml`;
  const changes: Readonly<Record<string, (xml: string) => string>> = {
    [TYPES]: (xml) => xml.replace('</Types>', () => `${LOGO_TYPES}</Types>`),
    [sheetPart]: (xml) => xml.replace('</worksheet>', () => '<drawing r:id="rId1"/></worksheet>'),
  };
  const made = `${path}.logo`;
  const file = await openAsBlob(path);
  const writer = new ZipWriter(Writable.toWeb(createWriteStream(made, { mode: 0o600 })), { useWebWorkers: false });
  try {
    await writer.appendZip(new BlobReader(file), { filter: ({ filename }) => changes[filename] === undefined });
    for (const entry of await filesOf(new BlobReader(file))) {
      const change = changes[entry.filename];
      if (change !== undefined) await writer.add(entry.filename, new TextReader(change(await entry.getData(new TextWriter()))));
    }
    for (const [name, bytes] of await drawingOf(png, `${sheetPart.replace('worksheets/', 'worksheets/_rels/')}.rels`))
      await writer.add(name, new Uint8ArrayReader(bytes));
    await writer.close();
    await rename(made, path);
  } finally {
    await rm(made, { force: true });
  }
}

async function filesOf(reader: BlobReader | Uint8ArrayReader): Promise<readonly FileEntry[]> {
  const entries = await new ZipReader(reader, { useWebWorkers: false }).getEntries();
  return entries.filter((entry): entry is FileEntry => !entry.directory);
}

/** The parts of a drawing with the logo, by their names; `relations` is the name of the part that ties it to the sheet. */
async function drawingOf(png: Uint8Array, relations: string): Promise<readonly (readonly [name: string, bytes: Uint8Array])[]> {
  const { default: excel } = await import('exceljs');
  const workbook = new excel.Workbook();
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const [width, height] = [view.getUint32(PNG_SIZE.width), view.getUint32(PNG_SIZE.height)];
  const scale = Math.min(1, LOGO_HEIGHT / height);
  const image = workbook.addImage({ base64: Buffer.from(png).toString('base64'), extension: 'png' });
  workbook.addWorksheet('logo').addImage(image, { tl: { col: 0, row: 0 }, ext: { width: width * scale, height: height * scale } });
  const parts: (readonly [string, Uint8Array])[] = [];
  for (const entry of await filesOf(new Uint8ArrayReader(new Uint8Array(await workbook.xlsx.writeBuffer())))) {
    const name = entry.filename === 'xl/worksheets/_rels/sheet1.xml.rels' ? relations : entry.filename;
    if (name === relations || /^xl\/(drawings|media)\/./.test(name)) parts.push([name, await entry.getData(new Uint8ArrayWriter())]);
  }
  return parts;
}
