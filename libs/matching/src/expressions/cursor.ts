/** A place in an expression, by code points. */
export class Cursor {
  private readonly characters: readonly string[];
  private at = 0;

  constructor(text: string) {
    this.characters = Array.from(text);
  }

  peek(ahead = 0): string | undefined {
    return this.characters[this.at + ahead];
  }

  /** The next character, taken; undefined at the end. */
  next(): string | undefined {
    return this.characters[this.at++];
  }

  /** Reads `text` if it is at this position. */
  take(text: string): boolean {
    const wanted = Array.from(text);
    if (!wanted.every((character, index) => this.peek(index) === character)) return false;
    this.at += wanted.length;
    return true;
  }

  /** Takes the longest run, from here, of characters that pass; at most `limit`. */
  takeWhile(passes: (character: string) => boolean, limit = Infinity): string {
    let taken = '';
    for (let count = 0; count < limit; count++) {
      const character = this.peek();
      if (character === undefined || !passes(character)) break;
      taken += character;
      this.at++;
    }
    return taken;
  }

  /** Takes everything up to and with `end` and gives what stood before it; null, and nothing taken, without one. */
  takeThrough(end: string): string | null {
    const from = this.at;
    let text = '';
    while (this.peek() !== undefined) {
      if (this.take(end)) return text;
      text += this.next();
    }
    this.at = from;
    return null;
  }

  mark(): number {
    return this.at;
  }

  reset(mark: number): void {
    this.at = mark;
  }
}
