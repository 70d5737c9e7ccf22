import type kafkajs from 'kafkajs';
import { createHash } from 'node:crypto';
import type { LogRow } from '../deliver-batch.ts';
import { MAX_RECORD_BYTES } from './topic-maker.ts';

const ID_HEADER = 'id';
/** Set on a message whose payload is kept in PostgreSQL under its id. */
const REFERENCE_HEADER = 'by-reference';

export interface Encoded {
  readonly message: kafkajs.Message;
  readonly bytes: number;
  /** True when the payload is too large to travel and must be kept first. */
  readonly byReference: boolean;
}

/** A row of the outbox as a message; the key decides the partition. */
export function encode({ id, key, payload, published_at }: LogRow): Encoded {
  const value = Buffer.from(JSON.stringify(payload));
  const byReference = value.length > MAX_RECORD_BYTES;
  const message = {
    key,
    value: byReference ? Buffer.from('{}') : value,
    timestamp: String(published_at.getTime()),
    headers: { [ID_HEADER]: id, ...(byReference && { [REFERENCE_HEADER]: 'true' }) },
  };
  return { message, bytes: message.value.length + Buffer.byteLength(key), byReference };
}

export interface Decoded extends LogRow {
  readonly byReference: boolean;
}

/** What a broker gave, read as far as it can be: a payload that is not JSON is kept as it came, and no schema takes it. */
export function decode(topic: string, partition: number, message: kafkajs.KafkaMessage): Decoded {
  return {
    position: message.offset,
    id: headerText(message, ID_HEADER) ?? placeId(`${topic}/${partition}/${message.offset}`),
    key: message.key?.toString('utf8') ?? '',
    payload: parse(message.value),
    published_at: new Date(Number(message.timestamp)),
    byReference: headerText(message, REFERENCE_HEADER) === 'true',
  };
}

function headerText(message: kafkajs.KafkaMessage, name: string): string | undefined {
  const header = message.headers?.[name];
  const first = Array.isArray(header) ? header[0] : header;
  return first?.toString();
}

function parse(value: Buffer | null): unknown {
  try {
    return JSON.parse(value?.toString('utf8') ?? 'null');
  } catch {
    return { unreadable: value?.toString('base64') };
  }
}

/** A message of someone else's has no id: its place in the log is one, the same at every delivery. */
function placeId(place: string): string {
  const hash = createHash('sha256').update(place).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
