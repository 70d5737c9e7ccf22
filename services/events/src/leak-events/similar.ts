/**
 * The condition, in SQL, under which `other` was found in the same file as `event`; both are aliases of events.event. The hash has the index;
 * different files of the same hash could be made on purpose.
 */
export const sameFile = (other: string, event: string): string =>
  `${other}.organisation_id = ${event}.organisation_id and ${other}.place_hash = ${event}.place_hash
    and ${other}.source_type = ${event}.source_type and ${other}.container_key = ${event}.container_key and ${other}.path = ${event}.path`;

/**
 * What is selected of a similar event: read here, so that no event is looked up twice. `judges`: a condition under which a judgement of
 * `other` says something of the event.
 */
const columns = (other: string, event: string, judges = 'true'): string =>
  `${other}.id, ${other}.status, (${sameFile(other, event)}) as of_same_file, (${other}.status = 'false' and ${judges}) as says_false`;

/** A template without a secret that is false says nothing of a copy that holds one: no link leads from it (docs/decisions/0177). */
const LEADS_BACK = `exists (select from events.text_link back
  where back.organisation_id = link.organisation_id and back.text_id = link.other_id and back.other_id = link.text_id)`;

/**
 * Selects, in SQL, the other events of the same organisation with the same secret (resemblance null) or nearly the same text (resemblance
 * in thousandths), at most `limit` for each reason: columns id, status, of_same_file, says_false, resemblance. `event` is an alias of events.event. An
 * event can be found for several reasons.
 */
export const similarEvents = (event: string, limit: number): string => `
  (select ${columns('keeper', event)}, null::int as resemblance from events.event_secret own
    join events.event_secret theirs on theirs.organisation_id = own.organisation_id and theirs.hash = own.hash and theirs.event_id <> own.event_id
    join events.event keeper on keeper.id = theirs.event_id
    where own.event_id = ${event}.id limit ${limit})
  union all
  (select ${columns('same', event)}, 1000 from events.event same
    where same.organisation_id = ${event}.organisation_id and same.text_id = ${event}.text_id and same.id <> ${event}.id limit ${limit})
  union all
  (select ${columns('near', event, LEADS_BACK)}, link.resemblance from events.text_link link
    join events.event near on near.organisation_id = link.organisation_id and near.text_id = link.other_id
    where link.organisation_id = ${event}.organisation_id and link.text_id = ${event}.text_id limit ${limit})`;
