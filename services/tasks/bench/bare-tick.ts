/** Adds the launches that are due at $1, with version and cost, without any protection against concurrent services. */
export const BARE_TICK = `
  with due as (
    update tasks.task_source s set state = 'waiting', next_launch_at = null from tasks.task t
    where t.id = s.task_id and t.running and s.next_launch_at <= $1
    returning s.task_id, s.source_type, s.organisation_id, t.version, case s.source_type when 'git_repo'
      then greatest(1, (select count(*) from tasks.repository r where r.task_id = s.task_id)) else t.pattern_count end as cost
  )
  insert into tasks.launch (id, task_id, organisation_id, source_type, trigger, task_version, cost)
  select gen_random_uuid(), task_id, organisation_id, source_type, 'schedule', version, cost from due`;
