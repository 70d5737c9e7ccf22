import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Unavailable } from '../errors/leakwatch-error.ts';
import { assertObjectKey, type ObjectStore, type ReadObject } from './objects.port.ts';

export interface S3Options {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** How long a store may say nothing, in milliseconds. */
  readonly silenceMs?: number;
}

/** Longer than a reader of a download pauses: whoever waits for a store that is silent would else wait for ever. In milliseconds. */
const SILENCE_MS = 120_000;
const CONNECT_MS = 10_000;
/** Answers of a store that is overloaded or away. */
const AWAY: readonly (number | undefined)[] = [429, 500, 502, 503, 504];

const isAway = (error: unknown): boolean =>
  error instanceof S3ServiceException
    ? AWAY.includes(error.$metadata.httpStatusCode)
    : error instanceof Error && error.name === 'TimeoutError';

/** Throws Unavailable where the store is away: that says nothing about the object. */
async function answered<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw isAway(error) ? new Unavailable('unavailable', error) : error;
  }
}

/** Objects in one bucket of an S3 store. */
export class S3Objects implements ObjectStore {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor(options: S3Options) {
    this.bucket = options.bucket;
    this.client = new S3Client({
      endpoint: options.endpoint,
      region: options.region,
      forcePathStyle: true,
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: options.silenceMs ?? SILENCE_MS },
      credentials: { accessKeyId: options.accessKey, secretAccessKey: options.secretKey },
      // Stores other than AWS often do not know the newer checksum headers.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    assertObjectKey(key);
    await answered(this.client.send(new PutObjectCommand({ Bucket: this.bucket, Key: key, Body: bytes })));
  }

  async putFile(key: string, path: string): Promise<void> {
    assertObjectKey(key);
    const { size } = await stat(path);
    const sent = { Bucket: this.bucket, Key: key, Body: createReadStream(path), ContentLength: size };
    await answered(this.client.send(new PutObjectCommand(sent)));
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    return (await this.find(key))?.Body?.transformToByteArray();
  }

  async read(key: string): Promise<ReadObject | undefined> {
    const found = await this.find(key);
    if (found === undefined) return undefined;
    const { Body, ContentLength } = found;
    if (!(Body instanceof Readable) || ContentLength === undefined) throw new Error('an object without a body');
    return { stream: Body, bytes: ContentLength };
  }

  async delete(key: string): Promise<void> {
    assertObjectKey(key);
    await answered(this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key })));
  }

  private async find(key: string) {
    assertObjectKey(key);
    try {
      return await answered(this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key })));
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }
}
