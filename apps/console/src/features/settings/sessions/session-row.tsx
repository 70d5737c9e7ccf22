import { Button, Table, Text } from '@mantine/core';
import type { OwnSession } from '@leakwatch/contracts';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Tag } from '../../../shared/ui/tag.tsx';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import { deviceName } from '../../../shared/lib/device-name.ts';

export function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: (name: string) => void }) {
  const { t } = useTexts();
  const name = deviceName(session.user_agent);
  const shown = name === '' ? t('settings.sessions.unknown_device') : name;
  return (
    <Table.Tr>
      <Table.Td>
        <Text span className="lw-break" title={session.user_agent}>
          {shown}
        </Text>
        <Text c="dimmed" className="lw-break">
          {session.address}
        </Text>
      </Table.Td>
      <Table.Td>
        <TimeText at={session.created} />
      </Table.Td>
      <Table.Td>
        {session.current ? <Tag tone="info">{t('settings.sessions.current')}</Tag> : <TimeText at={session.last_active} relative />}
      </Table.Td>
      <Table.Td ta="right">
        {!session.current && (
          <Button
            variant="default"
            size="compact-xs"
            aria-label={t('settings.sessions.end_this', { device: shown, address: session.address })}
            onClick={() => onEnd(`${shown}, ${session.address}`)}
          >
            {t('settings.sessions.end')}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
