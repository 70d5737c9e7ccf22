import { z } from 'zod';
import { type Budget, type Part, textPart } from '../reader.ts';

/** Text of a notebook is a string, or a list of its lines. */
const text = z.union([z.string(), z.array(z.string())]).catch('');
const output = z.object({
  text: text.optional(),
  data: z.record(z.string(), z.unknown()).catch({}).default({}),
  ename: z.string().catch('').default(''),
  evalue: z.string().catch('').default(''),
  traceback: text.default(''),
  metadata: z.unknown().optional(),
});
const cell = z.object({
  source: text.optional(),
  /** Of version 3. */
  input: text.optional(),
  outputs: z.array(z.unknown()).catch([]).default([]),
  metadata: z.unknown().optional(),
  attachments: z.unknown().optional(),
});
const cells = z.array(z.unknown()).catch([]).default([]);
const notebook = z.looseObject({ cells, worksheets: z.array(z.object({ cells })).catch([]).default([]) });

const joined = (value: z.output<typeof text> | undefined): string => (typeof value === 'object' ? value.join('') : (value ?? ''));
// oxlint-disable-next-line no-control-regex
const COLOURS = /\u001b\[[0-9;]*m/g;

/** The sources and the outputs of a Jupyter notebook, each cell as a text of its own, and what else it has. */
export async function* readNotebook(bytes: Uint8Array, budget: Budget): AsyncIterable<Part> {
  const { cells: ownCells, worksheets, ...rest } = notebook.parse(JSON.parse(new TextDecoder().decode(bytes)));
  const give = (path: string, content: string): Part => {
    budget.takeBytes(Buffer.byteLength(content));
    return textPart(path, content);
  };
  for (const [at, one] of [...ownCells, ...worksheets.flatMap((sheet) => sheet.cells)].entries()) {
    const read = cell.safeParse(one);
    const path = `cell ${at + 1}`;
    if (!read.success) {
      yield give(path, JSON.stringify(one, null, 1));
      continue;
    }
    const source = joined(read.data.source) + joined(read.data.input);
    if (source.trim() !== '') yield give(path, source);
    const outputs = read.data.outputs.map(outputText).join('\n');
    if (outputs.trim() !== '') yield give(`${path} output`, outputs);
    const more = [read.data.metadata, read.data.attachments].filter((value) => value !== undefined && JSON.stringify(value) !== '{}');
    if (more.length > 0) yield give(`${path} properties`, JSON.stringify(more, null, 1));
  }
  yield give('properties', JSON.stringify(rest, null, 1));
}

function outputText(value: unknown): string {
  const read = output.safeParse(value);
  if (!read.success) return JSON.stringify(value, null, 1);
  const { text: stream, data, ename, evalue, traceback, metadata = {} } = read.data;
  const shown = Object.entries(data).map(([, content]) => {
    const lines = text.safeParse(content);
    const isText = typeof content === 'string' || Array.isArray(content);
    return isText && lines.success && joined(lines.data) !== '' ? joined(lines.data) : JSON.stringify(content, null, 1);
  });
  const error = ename === '' ? '' : `${ename}: ${evalue}\n${joined(traceback).replace(COLOURS, '')}`;
  const properties = JSON.stringify(metadata, null, 1);
  return [joined(stream), ...shown, error, properties === '{}' ? '' : properties].filter((part) => part !== '').join('\n');
}
