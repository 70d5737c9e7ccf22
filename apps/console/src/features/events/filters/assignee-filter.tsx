import { Checkbox, Stack } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useSettings } from '../../../shared/api/settings.ts';
import type { Statistics } from '../api.ts';
import { useListMembersQuery } from '../assign/api.ts';
import { CHOICE_STYLES, ChoiceLabel } from './choice-label.tsx';
import { ChoiceList } from './choice-list.tsx';
import type { EventFilters, FilterChange } from './event-filters.ts';
import { assigneeChoices } from './filter-choices.ts';

interface AssigneeFilterProps {
  readonly filters: EventFilters;
  readonly statistics: Statistics | undefined;
  readonly onChange: (change: FilterChange) => void;
}

/** Who works on the events, and whether their due date is over. */
export function AssigneeFilter({ filters, statistics, onChange }: AssigneeFilterProps) {
  const { t } = useTexts();
  const settings = useSettings();
  const me = settings?.user_id;
  const counted = statistics?.assignees ?? [];
  const isUnnamed = filters.assignees.some((one) => one !== 'me' && one !== 'none' && !counted.some(({ assignee }) => assignee === one));
  // Staff name the organisation whose members they ask for.
  const skip = !isUnnamed || statistics === undefined || (settings?.is_staff !== false && filters.org === null);
  const { data: members } = useListMembersQuery({ org: filters.org ?? undefined }, { skip });
  const texts = { me: t('events.filters.mine'), none: t('events.assign.nobody'), unknown: t('events.filters.unknown_member') };
  return (
    <Stack gap={6}>
      <ChoiceList
        label={t('events.assign.assignee')}
        choices={assigneeChoices(statistics, filters.assignees, me, texts, members)}
        chosen={filters.assignees}
        onChange={(assignees) => onChange({ assignees })}
      />
      <Checkbox
        checked={filters.overdue}
        styles={CHOICE_STYLES}
        label={<ChoiceLabel text={t('events.filters.overdue')} count={statistics?.overdue ?? null} />}
        onChange={(event) => onChange({ overdue: event.currentTarget.checked })}
      />
    </Stack>
  );
}
