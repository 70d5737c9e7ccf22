/** Characters of git's messages that are kept. A server can send any number of them. */
const KEPT = 16 * 1024;

/** `Receiving objects:  50% (1/2)`, `remote: Counting objects: 3, done.`; the server's own progress is one stage, `remote`. */
const PROGRESS = /^(?<stage>\w+):? [\w: ]*?: +(?:(?<percent>\d+)% \(\d+\/\d+\)|\d+, done\.?$|\d+$)/;

/** git's standard error: progress is reported, everything else is kept. */
export class GitMessages {
  readonly #onProgress: ((stage: string, percent: number) => void) | undefined;
  #kept = '';
  #rest = '';

  /** @param onProgress gets the first word of the line in lower case, and 0-100 */
  constructor(onProgress?: (stage: string, percent: number) => void) {
    this.#onProgress = onProgress;
  }

  push(text: string): void {
    const lines = (this.#rest + text).split(/[\r\n]+/);
    this.#rest = (lines.pop() ?? '').slice(-KEPT);
    for (const line of lines) this.#take(line);
  }

  /** What was kept; the end of it when it is long. */
  text(): string {
    this.#take(this.#rest);
    this.#rest = '';
    return this.#kept.trim();
  }

  #take(line: string): void {
    const { stage, percent } = PROGRESS.exec(line.trim())?.groups ?? {};
    if (stage === undefined) this.#kept = `${this.#kept}${line}\n`.slice(-KEPT);
    else if (percent !== undefined) this.#onProgress?.(stage.toLowerCase(), Number(percent));
  }
}
