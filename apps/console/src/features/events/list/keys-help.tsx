import { TRIAGE_STATUSES } from '@leakwatch/vocabulary';
import { Kbd, Modal, Stack, Switch, Table } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { PALETTE_KEYS, setShortcuts, shortcutsOn } from '../../../shared/lib/shortcuts.ts';
import { DialogHead } from '../../../shared/ui/dialog-title.tsx';

/** Lists the keyboard shortcuts and lets the person turn them off. */
export function KeysHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTexts();
  const [on, setOn] = useState(shortcutsOn);
  const keys: [string, string][] = [
    ['j', t('events.keys.next')],
    ['k', t('events.keys.previous')],
    ['x', t('events.keys.select')],
    ...TRIAGE_STATUSES.map((status, index): [string, string] => [
      String(index + 1),
      t('events.keys.status', { status: t(`eventStatus.${status}`) }),
    ]),
    ['a', t('events.keys.assign')],
    ['m', t('events.keys.assign_to_me')],
    ['c', t('events.keys.comment')],
    ['u', t('events.keys.undo')],
    ['Enter', t('events.keys.open_event')],
    ['Esc', t('events.keys.escape')],
    ['o', t('events.keys.page')],
    ['b', t('events.keys.blacklist')],
    ['v', t('events.keys.text')],
    ['s', t('events.keys.similar')],
    ['d', t('events.keys.density')],
    ['/', t('events.keys.filters')],
    [PALETTE_KEYS, t('events.keys.palette')],
    ['?', t('events.keys.help')],
  ];
  return (
    <Modal opened={opened} onClose={onClose} withCloseButton={false}>
      <Stack gap="lg">
        <DialogHead onClose={onClose}>{t('events.keys.title')}</DialogHead>
        <Table>
          <Table.Tbody>
            {keys.map(([key, what]) => (
              <Table.Tr key={key}>
                <Table.Td w={80}>
                  <Kbd>{key}</Kbd>
                </Table.Td>
                <Table.Td>{what}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Switch
          label={t('events.keys.enabled')}
          checked={on}
          onChange={(event) => {
            setOn(event.currentTarget.checked);
            setShortcuts(event.currentTarget.checked);
          }}
        />
      </Stack>
    </Modal>
  );
}
