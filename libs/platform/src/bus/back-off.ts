const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;

/** How long to wait after failures in a row, in milliseconds; 0 when the last try went well. */
export class BackOff {
  pause = 0;

  failed(): void {
    this.pause = Math.min(LONGEST_PAUSE_MS, this.pause === 0 ? FIRST_PAUSE_MS : this.pause * 2);
  }

  went(): void {
    this.pause = 0;
  }
}
