/** Requests in a fixed window, counted for each caller. */
export class RateWindows {
  private readonly requests: number;
  private readonly seconds: number;
  private readonly windows = new Map<string, { used: number; endsAt: number }>();

  constructor({ requests, seconds }: { readonly requests: number; readonly seconds: number }) {
    this.requests = requests;
    this.seconds = seconds;
  }

  /** Counts a request. */
  count(
    caller: string,
    now = Date.now(),
  ): { readonly isOver: boolean; readonly remaining: number; readonly limit: number; readonly seconds: number } {
    const known = this.windows.get(caller);
    const window = known !== undefined && known.endsAt > now ? known : { used: 0, endsAt: now + this.seconds * 1000 };
    window.used += 1;
    this.windows.set(caller, window);
    return {
      isOver: window.used > this.requests,
      remaining: Math.max(0, this.requests - window.used),
      limit: this.requests,
      seconds: Math.ceil((window.endsAt - now) / 1000),
    };
  }
}
