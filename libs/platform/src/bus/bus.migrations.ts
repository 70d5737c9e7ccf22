import type { SchemaMigrations } from '../orm/migrations.ts';

/**
 * More partitions let more consumers of a group work at once; a key stays in one.
 * Fixed: changing it would move keys and break their order.
 */
export const PARTITIONS = 8;

/**
 * The log is the outbox: a row is in it exactly if its transaction committed. Positions of a partition are
 * handed out under a lock that is held until commit, so a reader never sees a gap that fills up later.
 * The rows hold every organisation's data: only a consumer's scope reads them.
 */
export const busMigrations: SchemaMigrations = {
  service: 'bus',
  steps: [
    {
      name: '0001-log',
      sql: `
        create table bus.message (
          position bigint generated always as identity primary key,
          id uuid not null,
          topic text not null,
          partition smallint not null,
          key text not null,
          payload jsonb not null,
          for_group text,
          published_at timestamptz not null default clock_timestamp()
        );
        create index message_reading on bus.message (topic, partition, position);
        create index message_age on bus.message (published_at);

        create table bus.consumer (
          group_name text not null,
          topic text not null,
          partition smallint not null,
          position bigint not null default 0,
          primary key (group_name, topic, partition)
        );

        create table bus.attempt (
          group_name text not null,
          topic text not null,
          partition smallint not null,
          position bigint not null,
          attempts int not null,
          primary key (group_name, topic, partition)
        );

        create table bus.dead_letter (
          id uuid not null,
          group_name text not null,
          topic text not null,
          partition smallint not null,
          key text not null,
          payload jsonb not null,
          reason text not null,
          attempts int not null,
          died_at timestamptz not null default clock_timestamp(),
          primary key (group_name, id)
        );

        create function bus.publish(messages jsonb) returns void
        language plpgsql security definer set search_path = bus, pg_temp as $$
        declare slot record; published text;
        begin
          for slot in
            select distinct m ->> 'topic' as topic,
              ((hashtextextended(m ->> 'key', 0) & 2147483647) % ${PARTITIONS})::int as partition
            from jsonb_array_elements(messages) m order by 1, 2
          loop
            perform pg_advisory_xact_lock(hashtext('bus:' || slot.topic), slot.partition);
          end loop;
          insert into bus.message (id, topic, partition, key, payload)
            select (m ->> 'id')::uuid, m ->> 'topic',
              ((hashtextextended(m ->> 'key', 0) & 2147483647) % ${PARTITIONS})::smallint,
              m ->> 'key', m -> 'payload'
            from jsonb_array_elements(messages) with ordinality as t (m, n) order by n;
          for published in select distinct m ->> 'topic' from jsonb_array_elements(messages) m loop
            perform pg_notify('leakwatch_bus', published);
          end loop;
        end $$;

        revoke all on function bus.publish(jsonb) from public;
        alter table bus.message enable row level security;
        alter table bus.dead_letter enable row level security;
      `,
    },
    {
      // Payloads that are too large for Kafka travel by reference.
      name: '0002-large-payload',
      sql: `
        create table bus.large_payload (
          id uuid primary key,
          payload jsonb not null,
          kept_at timestamptz not null default clock_timestamp()
        );
        create index large_payload_age on bus.large_payload (kept_at);
        alter table bus.large_payload enable row level security;
      `,
    },
    {
      // The list is read twice and not three times, and messages up to a page stay as they are: each is read at most a
      // few times, which compressing it does not pay for.
      name: '0003-quicker-log',
      sql: `
        alter table bus.message set (toast_tuple_target = 8160);

        create or replace function bus.publish(messages jsonb) returns void
        language plpgsql security definer set search_path = bus, pg_temp as $$
        declare slot record; published text;
        begin
          for slot in
            select distinct m.topic, ((hashtextextended(m.key, 0) & 2147483647) % ${PARTITIONS})::int as partition
            from jsonb_to_recordset(messages) as m (topic text, key text) order by 1, 2
          loop
            perform pg_advisory_xact_lock(hashtext('bus:' || slot.topic), slot.partition);
            if published is distinct from slot.topic then
              perform pg_notify('leakwatch_bus', slot.topic);
            end if;
            published := slot.topic;
          end loop;
          insert into bus.message (id, topic, partition, key, payload)
            select id, topic, ((hashtextextended(key, 0) & 2147483647) % ${PARTITIONS})::smallint, key, payload
            from rows from (jsonb_to_recordset(messages) as (id uuid, topic text, key text, payload jsonb))
              with ordinality as m (id, topic, key, payload, n) order by n;
        end $$;
      `,
    },
    {
      // Locks the partitions of topics and keys until the transaction ends, always in one order; without a key, all of a topic.
      name: '0004-hold-partitions',
      sql: `
        create function bus.hold(topics text[], keys text[]) returns void
        language plpgsql set search_path = bus, pg_temp as $$
        declare slot record;
        begin
          for slot in
            select distinct m.topic, p.partition from unnest(topics, keys) as m (topic, key)
            cross join lateral (
              select ((hashtextextended(m.key, 0) & 2147483647) % ${PARTITIONS})::int as partition where m.key is not null
              union all select generate_series(0, ${PARTITIONS - 1}) where m.key is null) p
            order by 1, 2
          loop
            perform pg_advisory_xact_lock(hashtext('bus:' || slot.topic), slot.partition);
          end loop;
        end $$;
      `,
    },
    {
      // A service keeps the id of a message in its inbox for as long as the log reaches back. It sees nothing else of the log.
      name: '0005-oldest-message',
      sql: `
        create function bus.oldest_message() returns timestamptz
        language sql stable security definer set search_path = bus, pg_temp as $$ select min(published_at) from bus.message $$;
        create index dead_letter_age on bus.dead_letter (died_at);
      `,
    },
    {
      // Which groups read which topics of Kafka: the brokers forget a group that is away for some days.
      name: '0006-kafka-readers',
      sql: `create table bus.kafka_reader (group_name text not null, topic text not null, primary key (group_name, topic));`,
    },
    {
      // Consumers and the relay work under this role, no longer as the owner of the database.
      name: '0007-bus-role',
      sql: `
        grant select, insert, update, delete on all tables in schema bus to leakwatch_bus;
        grant execute on function bus.publish(jsonb) to leakwatch_bus;
        create policy bus_rows on bus.message to leakwatch_bus using (true);
        create policy bus_rows on bus.dead_letter to leakwatch_bus using (true);
        create policy bus_rows on bus.large_payload to leakwatch_bus using (true);
      `,
    },
    {
      // Payloads are kept as they were written: nothing asks for what is inside, and taking JSON apart twice took most of the time of publishing.
      // They come as one string of bytes, so that no character is escaped on the way. Processes of the version before publish with
      // bus.publish(jsonb).
      name: '0008-payloads-as-text',
      sql: `
        alter table bus.message alter column payload type json using payload::json;
        alter table bus.dead_letter alter column payload type json using payload::json;
        alter table bus.large_payload alter column payload type json using payload::json;

        create or replace function bus.publish(messages jsonb) returns void
        language plpgsql security definer set search_path = bus, pg_temp as $$
        declare slot record; published text;
        begin
          for slot in
            select distinct m.topic, ((hashtextextended(m.key, 0) & 2147483647) % ${PARTITIONS})::int as partition
            from jsonb_to_recordset(messages) as m (topic text, key text) order by 1, 2
          loop
            perform pg_advisory_xact_lock(hashtext('bus:' || slot.topic), slot.partition);
            if published is distinct from slot.topic then
              perform pg_notify('leakwatch_bus', slot.topic);
            end if;
            published := slot.topic;
          end loop;
          insert into bus.message (id, topic, partition, key, payload)
            select id, topic, ((hashtextextended(key, 0) & 2147483647) % ${PARTITIONS})::smallint, key, payload::json
            from rows from (jsonb_to_recordset(messages) as (id uuid, topic text, key text, payload jsonb))
              with ordinality as m (id, topic, key, payload, n) order by n;
        end $$;

        -- 'starts' (from 1) and 'sizes' are those of each payload in 'payloads', in bytes.
        create function bus.publish(ids uuid[], topics text[], keys text[], payloads bytea, starts int[], sizes int[]) returns void
        language plpgsql security definer set search_path = bus, pg_temp as $$
        declare slot record; published text;
        begin
          for slot in
            select distinct m.topic, ((hashtextextended(m.key, 0) & 2147483647) % ${PARTITIONS})::int as partition
            from unnest(topics, keys) as m (topic, key) order by 1, 2
          loop
            perform pg_advisory_xact_lock(hashtext('bus:' || slot.topic), slot.partition);
            if published is distinct from slot.topic then
              perform pg_notify('leakwatch_bus', slot.topic);
            end if;
            published := slot.topic;
          end loop;
          insert into bus.message (id, topic, partition, key, payload)
            select m.id, m.topic, ((hashtextextended(m.key, 0) & 2147483647) % ${PARTITIONS})::smallint, m.key,
              convert_from(substring(payloads from m.start for m.size), 'UTF8')::json
            -- Sorted before the payloads are cut out.
            from (select * from unnest(ids, topics, keys, starts, sizes) with ordinality as t (id, topic, key, start, size, n) order by n) m;
        end $$;
        revoke all on function bus.publish(uuid[], text[], text[], bytea, int[], int[]) from public;
        grant execute on function bus.publish(uuid[], text[], text[], bytea, int[], int[]) to leakwatch_bus;
      `,
    },
    {
      // Which groups read which topics now: what nobody reads is not delivered again.
      name: '0009-reading',
      sql: `
        create table bus.reading (group_name text not null, topic text not null, seen_at timestamptz not null, primary key (group_name, topic));
        grant select, insert, update, delete on bus.reading to leakwatch_bus;
      `,
    },
  ],
};
