import type { DeletedOrganisation } from '@leakwatch/contracts';
import { REMAINS_COUNTED_MAX } from '@leakwatch/contracts';
import { DELETION_PARTS, type DeletionState } from '@leakwatch/vocabulary';
import { Stack, Table, Text } from '@mantine/core';
import { CheckCircleIcon, ClockIcon, EyeClosedIcon, type Icon, QuestionIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { formatNumber } from '../../shared/lib/numbers.ts';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { Tag, type TagTone } from '../../shared/ui/tag.tsx';
import { DayText, TimeText } from '../../shared/ui/time-text.tsx';

const LOOKS: Readonly<Record<DeletionState, readonly [TagTone, Icon]>> = {
  waiting: ['in_progress', ClockIcon],
  kept: ['info', EyeClosedIcon],
  done: ['fixed', CheckCircleIcon],
  unknown: ['false', QuestionIcon],
};

type Part = DeletedOrganisation['parts'][number];

/** How far a part is, with what is left of it and until when that is kept. */
function PartState({ state, left, until }: Part) {
  const { t, locale } = useTexts();
  const [tone, Picture] = LOOKS[state];
  const number = formatNumber(left, locale);
  return (
    <Stack gap={2} align="flex-start">
      <Tag tone={tone} icon={<Picture size={12} />}>
        {t(`organisations.deleted.state.${state}`)}
      </Tag>
      {left > 0 && (
        <Text fz={12} c="dimmed">
          {t(left < REMAINS_COUNTED_MAX ? 'organisations.deleted.left' : 'organisations.deleted.at_least', { number })}
          {until !== null && (
            <>
              {' '}
              {t('organisations.deleted.until')} <DayText at={until} />
            </>
          )}
        </Text>
      )}
    </Stack>
  );
}

/** A page of deleted organisations: who deleted each and when, and how far each part is. */
export function DeletionTable({ organisations }: { organisations: readonly DeletedOrganisation[] }) {
  const { t } = useTexts();
  return (
    <ColumnTable
      table="deleted-organisations"
      minWidth={1040}
      plain
      wraps
      columns={[
        { id: 'name', name: t('organisations.name'), min: 140 },
        { id: 'deleted', name: t('organisations.deleted.at'), min: 150 },
        ...DELETION_PARTS.map((part) => ({ id: part, name: t(`organisations.deleted.part.${part}`), min: 110 })),
      ]}
    >
      {organisations.map((organisation) => (
        <Table.Tr key={organisation.id}>
          <Table.Td className="lw-break">{organisation.name}</Table.Td>
          <Table.Td>
            <TimeText at={organisation.deleted_at} />
            <Text fz={12} c="dimmed" className="lw-break">
              {organisation.by ?? '–'}
              {' · '}
              {t(organisation.cascade ? 'organisations.deleted.with_users' : 'organisations.deleted.without_users')}
            </Text>
          </Table.Td>
          {organisation.parts.map((part) => (
            <Table.Td key={part.part}>
              <PartState {...part} />
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </ColumnTable>
  );
}
