const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;

/** How long to wait after consecutive failures, in milliseconds; 0 when the last attempt succeeded. */
export class BackOff {
  pause = 0;

  failed(): void {
    this.pause = Math.min(LONGEST_PAUSE_MS, this.pause === 0 ? FIRST_PAUSE_MS : this.pause * 2);
  }

  succeeded(): void {
    this.pause = 0;
  }
}
