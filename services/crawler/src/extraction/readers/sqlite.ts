import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import initSqlJs, { type Database, type SqlValue } from 'sql.js';
import { isPage } from '@leakwatch/matching';
import { formatOf } from '../formats.ts';
import { type Budget, type Part, textPart, Unreadable } from '../reader.ts';
import { boundedInstance } from './wasm-memory.ts';

type Sql = Awaited<ReturnType<typeof initSqlJs>>;
let loaded: Promise<Sql> | undefined;

async function load(): Promise<Sql> {
  const program = new WebAssembly.Module(await readFile(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm')));
  const options = { instantiateWasm: boundedInstance(program) };
  return initSqlJs(options);
}

/** What the schema calls when tables are read is none of its own functions; memory of a statement is bounded besides. */
const CAREFULLY = 'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA hard_heap_limit = 134217728;';
const TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY rowid";
const SCHEMA = 'SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid';
/** The rows of a table become one text, up to so many characters; what follows is another. */
const TEXT_CHARACTERS = 8 * 1024 * 1024;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The tables of a database: a line for each row, with tabs between the values, behind a line with the names of columns; and the schema. */
export async function* readSqlite(bytes: Uint8Array, budget: Budget): AsyncIterable<Part> {
  loaded ??= load();
  const sql = await loaded;
  const database = new sql.Database(bytes);
  const cells = new Cells();
  let isDamaged = false;
  try {
    database.run(CAREFULLY);
    const names = valuesOf(database, TABLES);
    yield given('schema', valuesOf(database, SCHEMA).join(';\n'), budget);
    for (const name of names) {
      try {
        yield* readTable(database, name, budget, cells);
      } catch (error) {
        if (error instanceof Unreadable) throw error;
        // One damaged table leaves the others readable.
        isDamaged = true;
      }
    }
  } finally {
    database.close();
  }
  if (isDamaged) throw new Unreadable('damaged');
}

function given(path: string, content: string, budget: Budget): Part {
  budget.takeBytes(Buffer.byteLength(content));
  return textPart(path, content);
}

const valuesOf = (database: Database, query: string): readonly string[] =>
  database.exec(query).flatMap(({ values }) => values.flatMap(([value]) => (typeof value === 'string' ? [value] : [])));

async function* readTable(database: Database, name: string, budget: Budget, cells: Cells): AsyncIterable<Part> {
  const statement = database.prepare(`SELECT * FROM ${quoted(name)}`);
  const columns = statement.getColumnNames();
  let lines = [columns.join('\t')];
  let characters = 0;
  let row = 0;
  let first = 1;
  const pathOf = () => (first === 1 ? name : `${name}, rows from ${first}`);
  const binary: Part[] = [];
  try {
    while (statement.step()) {
      row += 1;
      const values = statement.get().map((value, column) => {
        const [text, file] = cells.read(value);
        if (file !== undefined) binary.push({ path: `${name}, row ${row}, ${columns[column] ?? column}`, bytes: file });
        return text;
      });
      const line = values.join('\t');
      budget.takeBytes(Buffer.byteLength(line) + binary.reduce((sum, { bytes }) => sum + bytes.length, 0));
      yield* binary.splice(0);
      lines.push(line);
      characters += line.length;
      if (characters > TEXT_CHARACTERS) {
        yield textPart(pathOf(), `${lines.join('\n')}\n`);
        [lines, characters, first] = [[columns.join('\t')], 0, row + 1];
      }
    }
  } finally {
    statement.free();
    // What was read before the damage counts.
    if (lines.length > 1) yield textPart(pathOf(), `${lines.join('\n')}\n`);
  }
}

const inRow = (text: string): string => text.replace(/\r?\n/g, '\r');

/** Pages of one database that are parts of their own; further ones are text of their rows, so that they do not use up the parts of the document. */
const PAGES_MAX = 1_000;

/** Reads the values of one database. */
class Cells {
  #pages = 0;

  /** The text of a value, whose lines end with carriage returns, so that rows stay lines; and its bytes where they are a file, a page, or anything that is no text. */
  read(value: SqlValue): readonly [string, Uint8Array?] {
    if (!(value instanceof Uint8Array)) {
      const text = String(value ?? '');
      const page = PAGE_START.test(text) ? Buffer.from(text) : undefined;
      return page !== undefined && this.#takes(page) ? ['', page] : [inRow(text)];
    }
    const isText = formatOf(value) === null && isUtf8(value) && !value.includes(0) && !this.#takes(value);
    return isText ? [inRow(Buffer.from(value).toString())] : ['', value];
  }

  #takes(text: Uint8Array): boolean {
    return this.#pages < PAGES_MAX && isPage(text) && ++this.#pages > 0;
  }
}

/** What a page may begin with. */
const PAGE_START = /^\s*[<{]/;
