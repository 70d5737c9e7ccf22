import type { DeadLetterRow } from '@leakwatch/contracts';
import { ActionIcon, Button, Group, NativeSelect, Table, Text } from '@mantine/core';
import { ReplyIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { usePaging } from '../../shared/lib/use-paging.ts';
import { POLLED } from '../../shared/pool/poll.ts';
import { ask } from '../../shared/ui/ask.ts';
import { EmptyBlock } from '../../shared/ui/blocks.tsx';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { notifyProblem, notifySuccess, notifyWarning } from '../../shared/ui/notify.tsx';
import { PagedList } from '../../shared/ui/paged-list.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';
import { useListDeadLettersQuery, useReplayDeadLettersMutation } from './api.ts';

/** Delivers one dead letter again, or all of a group after a question. */
function useReplay(): (group: string, letter?: DeadLetterRow) => Promise<void> {
  const { t } = useTexts();
  const [replay] = useReplayDeadLettersMutation();
  return async (group, letter) => {
    const text = { title: t('fleet.replay_title'), text: t('fleet.replay_text', { group }), confirm: t('fleet.replay_all') };
    if (letter === undefined && !(await ask({ ...text, cancel: t('common.cancel') }))) return;
    const { data, error } = await replay({ group, ...(letter !== undefined && { ids: [letter.id] }) });
    if (error !== undefined) return void notifyProblem(t('fleet.replay_failed'), error);
    if (data.count > 0 || data.kept === 0) notifySuccess(t('fleet.replayed', { count: data.count }));
    if (data.kept > 0) notifyWarning(t('fleet.replay_kept', { count: data.kept }), t('fleet.replay_kept_why', { group }));
  };
}

function LetterTable({ letters, onReplay }: { letters: readonly DeadLetterRow[]; onReplay: (letter: DeadLetterRow) => void }) {
  const { t } = useTexts();
  const columns = [
    { id: 'group', name: t('fleet.group'), min: 90 },
    { id: 'topic', name: t('fleet.topic'), min: 140 },
    { id: 'reason', name: t('fleet.reason'), min: 240 },
    { id: 'attempts', name: t('fleet.attempts') },
    { id: 'died', name: t('fleet.died'), min: 90 },
  ];
  return (
    <ColumnTable table="dead-letters" minWidth={860} plain columns={columns} actions={t('fleet.actions')}>
      {letters.map((letter) => (
        <Table.Tr key={`${letter.group} ${letter.id}`}>
          <Table.Td>{letter.group}</Table.Td>
          <Table.Td className="lw-break">{letter.topic}</Table.Td>
          <Table.Td className="lw-break">{letter.reason}</Table.Td>
          <Table.Td>{letter.attempts}</Table.Td>
          <Table.Td>
            <TimeText at={letter.died} />
          </Table.Td>
          <Table.Td>
            <ActionIcon
              variant="default"
              size={30}
              aria-label={t('fleet.replay_named', { topic: letter.topic, id: letter.id })}
              title={t('fleet.replay')}
              onClick={() => onReplay(letter)}
            >
              <ReplyIcon size={16} />
            </ActionIcon>
          </Table.Td>
        </Table.Tr>
      ))}
    </ColumnTable>
  );
}

/** Messages that a service could not handle. The address holds group and page. */
export function DeadLetters() {
  const { t } = useTexts();
  const [params, change] = useAddress();
  const paging = usePaging(undefined, 'dead_');
  const group = params.get('group') ?? '';
  const query = useListDeadLettersQuery({ ...paging.asked, ...(group !== '' && { group }) }, POLLED);
  const replay = useReplay();
  const { count = 0, groups = [] } = query.currentData ?? {};
  const offered = [...new Set([...groups, ...(group === '' ? [] : [group])])].map((value) => ({ value, label: value }));
  return (
    <Section title={t('fleet.dead')} lead={t('fleet.dead_lead')}>
      <Group gap="md">
        <NativeSelect
          aria-label={t('fleet.group')}
          data={[{ value: '', label: t('fleet.all_groups') }, ...offered]}
          value={group}
          onChange={(event) => change({ group: event.currentTarget.value === '' ? null : event.currentTarget.value, dead_page: null })}
        />
        {count > 0 && (
          <Text c="dimmed" role="status">
            {t('fleet.dead_total', { count })}
          </Text>
        )}
        {count > 0 && group !== '' && (
          <Button variant="default" onClick={() => void replay(group)}>
            {t('fleet.replay_all')}
          </Button>
        )}
      </Group>
      <PagedList
        query={query}
        paging={paging}
        pages={t('fleet.dead_pages')}
        failed={t('fleet.dead_failed')}
        rowHeight={40}
        empty={<EmptyBlock level={3} title={t('fleet.dead_empty')} hint={t('fleet.dead_empty_hint')} />}
      >
        {(letters) => <LetterTable letters={letters} onReplay={(letter) => void replay(letter.group, letter)} />}
      </PagedList>
    </Section>
  );
}
