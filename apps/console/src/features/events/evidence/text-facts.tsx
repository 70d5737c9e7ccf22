import type { EventRow, EventText } from '@leakwatch/contracts';
import { Button, Group, Text } from '@mantine/core';
import { DownloadIcon } from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { formatNumber } from '../../../shared/lib/numbers.ts';
import { formatDateTime } from '../../../shared/lib/dates.ts';
import { SafeLink } from '../../../shared/ui/safe-link.tsx';
import { RevealButton } from '../reveal/reveal-button.tsx';
import type { Revealed } from '../reveal/use-revealed.ts';
import { useDownload } from './use-download.ts';

/** What the copy is: when and where it was made, how much of the document it holds, how long it stays. */
export function TextFacts({ event, text, revealed }: { event: EventRow; text: EventText; revealed: Revealed }) {
  const { t, locale } = useTexts();
  const { busy, download } = useDownload();
  const size = (bytes: number) => t('eventTools.text.bytes', { bytes: formatNumber(bytes, locale) });
  const at = (moment: string) => formatDateTime(new Date(moment));
  return (
    <Group justify="space-between" gap="xs" align="flex-start">
      <div>
        <Text c="dimmed">
          {t('eventTools.text.captured', { time: at(text.captured_at) })}{' '}
          <SafeLink address={text.address} inText>
            {text.address}
          </SafeLink>
        </Text>
        <Text c="dimmed" title={`SHA-256: ${text.sha256}`}>
          {size(text.bytes)}
          {text.kept_bytes < text.bytes && ` · ${t('eventTools.text.partly', { size: size(text.kept_bytes) })}`}
          {` · ${t('eventTools.text.expires', { time: at(text.expires_at) })}`}
        </Text>
      </div>
      <Group gap="xs">
        <RevealButton revealed={revealed} />
        {(['spreadsheet', 'original'] as const).map((kind) => (
          <Button
            key={kind}
            variant="default"
            px="sm"
            leftSection={<DownloadIcon size={14} />}
            title={kind === 'original' ? t('eventTools.reveal.hint') : undefined}
            loading={busy === kind}
            onClick={() => void download(event, kind)}
          >
            {t(`eventTools.text.${kind}`)}
          </Button>
        ))}
      </Group>
    </Group>
  );
}
