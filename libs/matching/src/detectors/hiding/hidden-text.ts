import type { Span } from '../../text/spans.ts';

/** A part of a text that is not shown, and what stands in its place. Positions are UTF-16 code units. */
export interface HiddenPart extends Span {
  readonly shown: string;
}

/** What stands for a part of which nothing is shown. */
export const NOTHING_SHOWN = '…';

/** A hidden part with its place in the text that is shown: `behind` is where the text continues. */
interface PlacedPart extends HiddenPart {
  readonly at: number;
  readonly behind: number;
}

const lineFeeds = (text: string): number => text.split('\n').length - 1;

/** A text without its hidden parts. It has as many lines as the whole text, so that line numbers stay right. */
export class HiddenText {
  readonly text: string;
  private readonly parts: readonly PlacedPart[];

  /** @param parts in order and apart */
  constructor(whole: string, parts: readonly HiddenPart[]) {
    let text = '';
    let from = 0;
    this.parts = parts.map((part) => {
      text += whole.slice(from, part.start);
      const at = text.length;
      const lost = lineFeeds(whole.slice(part.start, part.end)) - lineFeeds(part.shown);
      text += part.shown + '\n'.repeat(Math.max(0, lost));
      from = part.end;
      return { ...part, at, behind: text.length };
    });
    this.text = text + whole.slice(from);
  }

  /** Where a range of the whole text stands in this one. A range that touches a hidden part covers what stands in its place. */
  rangeOf({ start, end }: Span): Span {
    const from = this.lastPart((part) => part.start <= start);
    const to = this.lastPart((part) => part.start < end);
    return {
      start: from === undefined ? start : start < from.end ? from.at : from.behind + start - from.end,
      end: to === undefined ? end : end <= to.end ? to.at + to.shown.length : to.behind + end - to.end,
    };
  }

  /** The last part that holds; parts that hold come before those that do not. */
  private lastPart(holds: (part: PlacedPart) => boolean): PlacedPart | undefined {
    let low = 0;
    let high = this.parts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const part = this.parts[middle];
      if (part !== undefined && holds(part)) low = middle + 1;
      else high = middle;
    }
    return this.parts[low - 1];
  }
}
