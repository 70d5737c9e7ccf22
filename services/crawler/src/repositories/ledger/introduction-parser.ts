import { requireShort } from '../git/read-lines.ts';
import { readablePath } from './readable-path.ts';

export interface Author {
  readonly name: string;
  readonly email: string;
}

/** A blob that a commit introduced at a path. Unknown parts, of a blob without a readable commit, are omitted. */
export interface BlobIntroduction {
  readonly oid: string;
  /** Bytes that are not UTF-8 are written as `\xNN`. */
  readonly path?: string;
  readonly commit?: string;
  readonly author?: Author;
  /** The commit's author date; omitted where it is invalid. */
  readonly date?: Date;
}

/** The format of `git log` that this parser reads, to be used with `--raw -c -z --no-abbrev`. */
export const INTRODUCTION_FORMAT = 'commit %H%x00%an%x00%ae%x00%at';

const NUL = 0;
const COLON = 0x3a;
const LINE_FEED = 0x0a;
const NOTHING = /^0+$/;
const GITLINK = '160000';
/** In seconds: the end of the year 9999. */
const LATEST = 253_402_300_799;

type Expected = 'start' | 'name' | 'email' | 'date' | 'path';

/**
 * Parses the output of `git log` as bytes, because paths may contain any byte but NUL. Deleted files and gitlinks introduce
 * no blob.
 */
export class IntroductionParser {
  #rest: Buffer = Buffer.alloc(0);
  #expected: Expected = 'start';
  #oid: string | undefined;
  #commit = '';
  #author: Author = { name: '', email: '' };
  #date: Date | undefined;

  /** Takes the next bytes and returns the introductions that they complete. @throws GitRepositoryError names_over_bound */
  push(chunk: Buffer): readonly BlobIntroduction[] {
    requireShort(this.#rest);
    const introductions: BlobIntroduction[] = [];
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let from = 0;
    for (let to = bytes.indexOf(NUL); to !== -1; to = bytes.indexOf(NUL, from)) {
      const introduction = this.#take(bytes.subarray(from, to));
      if (introduction) introductions.push(introduction);
      from = to + 1;
    }
    this.#rest = Buffer.from(bytes.subarray(from));
    return introductions;
  }

  #take(token: Buffer): BlobIntroduction | undefined {
    switch (this.#expected) {
      case 'name':
        this.#author = { name: token.toString('utf8'), email: '' };
        this.#expected = 'email';
        return undefined;
      case 'email':
        this.#author = { name: this.#author.name, email: token.toString('utf8') };
        this.#expected = 'date';
        return undefined;
      case 'date':
        this.#date = dateOf(token.toString('latin1'));
        this.#expected = 'start';
        return undefined;
      case 'path':
        this.#expected = 'start';
        return this.#introduction(token);
      case 'start':
        this.#start(token);
        return undefined;
    }
  }

  #start(token: Buffer): void {
    // git puts a line feed, or with merges an empty token, between a commit and its first file.
    const text = (token[0] === LINE_FEED ? token.subarray(1) : token).toString('latin1');
    if (text === '') return;
    if (text.charCodeAt(0) === COLON) {
      this.#oid = resultOf(text);
      this.#expected = 'path';
      return;
    }
    if (!text.startsWith('commit ')) throw new Error('unexpected output of git log');
    this.#commit = text.slice('commit '.length);
    this.#expected = 'name';
  }

  #introduction(path: Buffer): BlobIntroduction | undefined {
    if (this.#oid === undefined) return undefined;
    return {
      oid: this.#oid,
      path: readablePath(path),
      commit: this.#commit,
      author: this.#author,
      ...(this.#date && { date: this.#date }),
    };
  }
}

/** The blob at the path after the commit, from `:mode mode oid oid S`, with one more mode and oid for every further parent. */
function resultOf(entry: string): string | undefined {
  const fields = entry.replace(/^:+/, '').split(' ');
  const sides = (fields.length - 1) / 2;
  const mode = fields[sides - 1];
  const oid = fields[2 * sides - 1];
  if (mode === undefined || oid === undefined || mode === GITLINK || NOTHING.test(oid)) return undefined;
  return oid;
}

/** A date of git; undefined where it is invalid. */
export function dateOf(seconds: string): Date | undefined {
  const value = Number(seconds);
  return seconds !== '' && Number.isSafeInteger(value) && Math.abs(value) <= LATEST ? new Date(value * 1000) : undefined;
}
