import { crc32 } from 'node:zlib';

/** How a client divides the stream into packets; its first bytes say which. Obfuscated transports are not served. */
type Transport = 'abridged' | 'intermediate' | 'full';

/** Above any request of a client; Telegram closes the connection too. */
const PACKET_MAX = 4 * 1024 * 1024;
const ABRIDGED = 0xef;
const INTERMEDIATE = 0xeeeeeeee;

/** The packets of one connection, in the transport that the client chose. Throws for a packet that is not well formed. */
export class Frames {
  private transport: Transport | undefined;
  private waiting = Buffer.alloc(0);
  private sent = 0;

  /** Takes received bytes; returns the packets that are whole now. */
  push(chunk: Buffer): Buffer[] {
    this.waiting = Buffer.concat([this.waiting, chunk]);
    this.transport ??= this.detect();
    const packets: Buffer[] = [];
    for (let packet = this.next(); packet !== undefined; packet = this.next()) packets.push(packet);
    return packets;
  }

  wrap(packet: Buffer): Buffer {
    if (this.transport === 'abridged') return Buffer.concat([abridgedLength(packet.length / 4), packet]);
    const head = Buffer.alloc(this.transport === 'full' ? 8 : 4);
    head.writeInt32LE(packet.length + (this.transport === 'full' ? 12 : 0));
    if (this.transport !== 'full') return Buffer.concat([head, packet]);
    head.writeInt32LE(this.sent, 4);
    this.sent += 1;
    const body = Buffer.concat([head, packet]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(body));
    return Buffer.concat([body, sum]);
  }

  private detect(): Transport | undefined {
    if (this.waiting[0] === ABRIDGED) {
      this.waiting = this.waiting.subarray(1);
      return 'abridged';
    }
    if (this.waiting.length < 4) return undefined;
    if (this.waiting.readUInt32LE() !== INTERMEDIATE) return 'full';
    this.waiting = this.waiting.subarray(4);
    return 'intermediate';
  }

  private next(): Buffer | undefined {
    if (this.transport === undefined || this.waiting.length < 4) return undefined;
    if (this.transport === 'full') return this.nextFull();
    const isLong = this.transport === 'intermediate' || this.waiting[0] === 0x7f;
    const head = isLong ? 4 : 1;
    const length =
      this.transport === 'intermediate'
        ? this.waiting.readUInt32LE()
        : 4 * (isLong ? this.waiting.readUIntLE(1, 3) : this.waiting.readUInt8());
    return this.cut(head, head + length, head + length);
  }

  private nextFull(): Buffer | undefined {
    const length = this.waiting.readUInt32LE();
    if (length < 12) throw new Error('a packet of the full transport is shorter than its head');
    const whole = this.waiting;
    const packet = this.cut(8, length - 4, length);
    if (packet !== undefined && crc32(whole.subarray(0, length - 4)) !== whole.readUInt32LE(length - 4)) throw new Error('bad checksum');
    return packet;
  }

  private cut(from: number, to: number, end: number): Buffer | undefined {
    if (end > PACKET_MAX) throw new Error('a packet is too long');
    if (this.waiting.length < end) return undefined;
    const packet = this.waiting.subarray(from, to);
    this.waiting = this.waiting.subarray(end);
    return packet;
  }
}

const abridgedLength = (words: number): Buffer =>
  words < 0x7f ? Buffer.from([words]) : Buffer.from([0x7f, words & 255, (words >> 8) & 255, (words >> 16) & 255]);
