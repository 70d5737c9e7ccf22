import { defineEntity, p } from '@leakwatch/platform';

/** The texts of an event that are searched by their parts, in lower case. They never change: what makes an event does not. */
export const EventTextEntity = defineEntity({
  name: 'EventText',
  tableName: 'event_text',
  schema: 'events',
  properties: {
    event_id: p.uuid().primary(),
    organisation_id: p.uuid(),
    /** The text around the matches. */
    content: p.text(),
    path: p.text(),
    owner: p.text(),
  },
});

/** Hashes of what an event can be found by when the value is rare; a trigger on event_text writes them (docs/decisions/0111-rare-values.md). */
export const EventKeyEntity = defineEntity({
  name: 'EventKey',
  tableName: 'event_key',
  schema: 'events',
  properties: {
    event_id: p.uuid().primary(),
    organisation_id: p.uuid(),
    keys: p.array().$type<string[]>().columnType('bigint[]'),
  },
});

/** An event whose texts are not in `event_text` yet; a trigger on events.event writes it. */
export const TextToIndexEntity = defineEntity({
  name: 'TextToIndex',
  tableName: 'text_to_index',
  schema: 'events',
  properties: { organisation_id: p.uuid().primary(), event_id: p.uuid().primary() },
});
