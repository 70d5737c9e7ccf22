/** How one table is kept within bounds. */
export interface TableRetention {
  /** What limits its rows, in words for docs/retention.md. */
  readonly bound: string;
  /**
   * SQL condition under which a row is over; the service's RetentionSweep deletes it then. A table without one is limited by other
   * rows, kept on purpose, or swept by the work that `bound` names.
   */
  readonly over?: string;
}

/** Every table of a service's schema by its name, without those of platform. */
export type ServiceRetention = Readonly<Record<string, TableRetention>>;

/** Condition: the time in `column` lies more than so many days back. */
export const olderThan = (column: string, days: number): string => `${column} < now() - make_interval(days => ${days})`;

/** A message may wait in PostgreSQL for the retention and then on the brokers as long; eight days for services that are away. */
const INBOX_EXTRA_HOURS = 8 * 24;

/**
 * What platform keeps in each service's schema. An id of the inbox stays for as long as its message can be delivered again: on
 * brokers twice the retention and some days, in PostgreSQL while the log holds a message of that time.
 */
export const platformRetention = (busRetentionHours: number): ServiceRetention => ({
  inbox: {
    bound: 'twice `BUS_RETENTION_HOURS` and 8 days after the message was handled, and as long as the log of the bus reaches back',
    over: `handled_at < least(now() - make_interval(hours => ${2 * busRetentionHours + INBOX_EXTRA_HOURS}), bus.oldest_message())`,
  },
  lease: { bound: 'one row for each schedule that one process leads' },
  migration: { bound: 'one row for each migration' },
});

/** Of a service that has `knownKeyTable`. */
export const KNOWN_KEY_RETENTION: TableRetention = { bound: 'one row for each key that processes were started with' };

/** The schema of the bus, which the bus sweeps itself. */
export const busRetention: ServiceRetention = {
  message: {
    bound:
      '`BUS_RETENTION_HOURS` after publication, once each group has acknowledged it; with Kafka, until the brokers have it, which keep it as long',
  },
  consumer: { bound: 'one row for each group, topic and partition; those of the Kafka relay go when PostgreSQL carries the messages' },
  kafka_reader: { bound: 'one row for each group and topic' },
  attempt: { bound: 'one row for each group, topic and partition' },
  reading: { bound: 'one row for each group and topic' },
  dead_letter: { bound: '180 days, or until it is replayed' },
  large_payload: { bound: '`BUS_RETENTION_HOURS` and a day, once each group has handled what is older than that' },
  migration: { bound: 'one row for each migration' },
};

/** The rows of docs/retention.md for a schema. */
export const retentionRows = (schema: string, tables: ServiceRetention): string =>
  Object.entries(tables)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([table, { bound, over }]) => `| \`${schema}.${table}\` | ${bound} | ${over === undefined ? '–' : 'yes'} |\n`)
    .join('');
