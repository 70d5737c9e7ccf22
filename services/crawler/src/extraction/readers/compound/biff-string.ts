import { wideText } from '../../bytes.ts';
import { Unreadable } from '../../reader.ts';

const WIDE = 0x01;
const PHONETIC = 0x04;
const RICH = 0x08;

/** Reads through a record and those that continue it, as if they were one. Throws `damaged` where they end. */
export class RecordReader {
  private readonly segments: readonly Buffer[];
  private segment = 0;
  private at = 0;

  constructor(segments: readonly Buffer[]) {
    this.segments = segments;
  }

  uint8(): number {
    return this.take(1).readUInt8();
  }

  uint16(): number {
    return this.take(2).readUInt16LE();
  }

  uint32(): number {
    return this.take(4).readUInt32LE();
  }

  skip(count: number): void {
    for (let left = count; left > 0; ) {
      const step = Math.min(left, this.current.length - this.at);
      this.at += step;
      left -= step;
    }
  }

  /** Characters of BIFF8: a byte of flags says whether they have one byte or two, and stands again where a record is continued. */
  characters(count: number, firstFlags: number): string {
    let [left, flags, text] = [count, firstFlags, ''];
    while (left > 0) {
      const isStart = this.at === this.segments[this.segment]?.length;
      const segment = this.current;
      if (isStart) {
        flags = segment.readUInt8(this.at);
        this.at += 1;
      }
      const width = (flags & WIDE) === 0 ? 1 : 2;
      const fitting = Math.min(left, Math.floor((segment.length - this.at) / width));
      if (fitting === 0 && segment.length - this.at > 0) throw new Unreadable('damaged');
      const end = this.at + fitting * width;
      text += width === 1 ? segment.toString('latin1', this.at, end) : wideText(segment, this.at, end);
      this.at += fitting * width;
      left -= fitting;
    }
    return text;
  }

  /** A string of BIFF8 with its flags; formatting and readings of its characters follow it. */
  string(count: number): string {
    const flags = this.uint8();
    const runs = (flags & RICH) === 0 ? 0 : this.uint16();
    const phonetic = (flags & PHONETIC) === 0 ? 0 : this.uint32();
    const text = this.characters(count, flags);
    this.skip(runs * 4 + phonetic);
    return text;
  }

  /** The segment in which something is left. */
  private get current(): Buffer {
    for (; this.segment < this.segments.length; this.segment += 1, this.at = 0) {
      const segment = this.segments[this.segment];
      if (segment !== undefined && this.at < segment.length) return segment;
    }
    throw new Unreadable('damaged');
  }

  /** Numbers may be parted between records. */
  private take(count: number): Buffer {
    const segment = this.current;
    if (this.at + count <= segment.length) {
      this.at += count;
      return segment.subarray(this.at - count, this.at);
    }
    return Buffer.from(Array.from({ length: count }, () => this.take(1).readUInt8()));
  }
}
