/** The least that launches of what is due at $1 can cost: the rows that they are, and the sources' own. */
export const BARE_TICK = `
  with due as (
    update tasks.task_source set state = 'waiting', next_launch_at = null
    where next_launch_at <= $1 returning task_id, source_type, organisation_id
  )
  insert into tasks.launch (id, task_id, organisation_id, source_type, trigger, task_version)
  select gen_random_uuid(), task_id, organisation_id, source_type, 'schedule', 1 from due`;
