import type { Socket } from 'node:net';
import { PromisedNetSockets } from 'telegram/extensions/PromisedNetSockets.js';
import { FullPacketCodec, ConnectionTCPFull } from 'telegram/network/connection/TCPFull.js';
import type { Connection } from 'telegram/network/index.js';
import type { DataCentre } from '../../telegram-servers.ts';

export interface Wire {
  readonly centres: readonly DataCentre[];
  readonly open: (host: string, port: number) => Promise<Socket>;
  /** Called with what `open` threw, and with the code of an error of the transport. */
  readonly failed: (error: unknown) => void;
  readonly refused: (code: number) => void;
  /** Called when a connection has ended. */
  readonly ended: () => void;
}

/** The most that waits to be read of one connection: Telegram's answers have less than a mebibyte. */
const WAITING_MAX = 16 * 1024 * 1024;

/** The package's socket over a connection that is opened here, so that every kind of proxy serves. */
export function socketClass({ open, failed, ended }: Wire): typeof PromisedNetSockets {
  return class extends PromisedNetSockets {
    private socket: Socket | undefined;
    private chunks: Buffer = Buffer.alloc(0);
    private ended = true;
    private wake: () => void = () => undefined;

    constructor() {
      super();
    }

    override async connect(port: number, host: string): Promise<this> {
      const socket = await open(host, port).catch((error: unknown) => {
        failed(error);
        throw error;
      });
      this.socket = socket;
      this.ended = false;
      this.chunks = Buffer.alloc(0);
      socket.on('data', (chunk: Buffer) => {
        this.chunks = Buffer.concat([this.chunks, chunk]);
        if (this.chunks.length > WAITING_MAX) socket.destroy();
        this.wake();
      });
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        this.ended = true;
        ended();
        this.wake();
      });
      return this;
    }

    override async readExactly(length: number): Promise<Buffer> {
      if (length > WAITING_MAX) throw new Error('a packet is too long');
      while (this.chunks.length < length) {
        if (this.ended) throw new Error('the connection was closed');
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      }
      const taken = this.chunks.subarray(0, length);
      this.chunks = this.chunks.subarray(length);
      return taken;
    }

    override write(data: Buffer): void {
      if (this.ended) throw new Error('the connection was closed');
      this.socket?.write(data);
    }

    override async close(): Promise<void> {
      this.socket?.destroy();
      this.ended = true;
      this.wake();
    }
  };
}

/** The package's connection to the data centre of the settings; by itself it has addresses and ports of its own. */
export function connectionClass({ centres, refused }: Wire): typeof Connection {
  class WatchedCodec extends FullPacketCodec {
    override async readPacket(reader: PromisedNetSockets): Promise<Buffer> {
      const packet = await super.readPacket(reader);
      if (packet.length === 4) refused(packet.readInt32LE());
      return packet;
    }
  }
  return class extends ConnectionTCPFull {
    override PacketCodecClass = WatchedCodec;

    constructor(params: ConstructorParameters<typeof Connection>[0]) {
      const centre = centres.find(({ id }) => id === params.dcId);
      super({ ...params, ip: centre?.host ?? params.ip, port: centre?.port ?? params.port });
    }
  };
}
