import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Declared } from '../orm/entities.ts';
import type { MessageType } from '../bus/message-type.ts';
import type { SettingsSchema } from '../config/load-settings.ts';
import type { CoreSettings, DatabaseSettings } from '../config/settings.ts';
import type { ServiceRetention } from '../retention/table-retention.ts';
import type { Sealing } from '../sealing/sealed-column.ts';
import type { ListenAddress } from './listen-address.ts';

interface Definition<S> {
  readonly name: string;
  /** Everything that a process of the service is configured by. */
  readonly settings: SettingsSchema<S>;
  /** Lists the modules of the service's nouns. */
  readonly module: Type;
  // Methods, so that a definition fits where any service will do.
  at(settings: S): ListenAddress;
}

/** A service behind the gateway: it has a schema, the bus, and trusts only signed callers. */
export interface ServiceDefinition<S extends CoreSettings & DatabaseSettings = CoreSettings & DatabaseSettings> extends Definition<S> {
  readonly entities: readonly Declared[];
  /** How each table of its schema is kept within bounds. */
  readonly retention: ServiceRetention;
  /** Topics whose `@EventPattern` handlers the service has; it consumes them as the group of its name. */
  readonly consumes: readonly MessageType<unknown>[];
  /** What it encrypts at rest; a service without it has no vault. */
  readonly sealing?: Sealing<S>;
  /** The key of the hashes that it stores, where it has one. */
  fingerprintKey?(settings: S): string;
  /** It cannot answer without Redis, so it is not ready without it. */
  readonly needsRedis?: true;
}

/** The service that people reach: no tables, no bus; its modules bring guards of their own. */
export interface EdgeDefinition<S extends CoreSettings = CoreSettings> extends Definition<S> {
  /** Whose `X-Forwarded-For` is believed: addresses and networks. */
  trustedProxies(settings: S): readonly string[] | undefined;
  /** What the application needs before it listens: headers and static files. */
  prepare(app: NestFastifyApplication, settings: S): Promise<void>;
}
