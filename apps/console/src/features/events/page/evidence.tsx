import type { EventRow } from '@leakwatch/contracts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { FileCodeIcon } from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { CodeView } from '../../../shared/ui/code-view.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { TextContent } from '../evidence/text-dialog.tsx';
import { RevealButton } from '../reveal/reveal-button.tsx';
import { useRevealed } from '../reveal/use-revealed.ts';
import { maskedValuesOf } from '../row/leak-of.ts';

interface EvidenceProps {
  readonly event: EventRow;
  /** Whether the whole text is open. */
  readonly reading: boolean;
  readonly onRead: (reading: boolean) => void;
}

/** The text around the matches; on demand the whole kept text with its tools and downloads. */
export function Evidence({ event, reading, onRead }: EvidenceProps) {
  const { t } = useTexts();
  const revealed = useRevealed(event.id);
  const status = event.backup_storage_status;
  return (
    <Section title={t('eventPage.evidence.title')}>
      <Stack gap="sm">
        {event.file_content === '' ? (
          <Text c="dimmed">{t('events.row.no_content')}</Text>
        ) : (
          <CodeView
            content={revealed.text?.file_content ?? event.file_content}
            segments={event.segments}
            label={t('events.row.code', { path: event.file_path })}
            values={maskedValuesOf(event)}
          />
        )}
        <Group gap="sm" className="lw-no-print">
          {event.regex_tokens_found.length > 0 && <RevealButton revealed={revealed} />}
          {status === 'in_storage' && (
            <Button
              variant="default"
              px="sm"
              leftSection={<FileCodeIcon size={14} />}
              aria-expanded={reading}
              onClick={() => onRead(!reading)}
            >
              {t(reading ? 'eventPage.evidence.close_text' : 'eventTools.text.open')}
            </Button>
          )}
          {status === 'expired' && <Text c="dimmed">{t('eventTools.text.expired')}</Text>}
          {status === 'not_found' && <Text c="dimmed">{t('eventPage.evidence.not_kept')}</Text>}
        </Group>
        {reading && status === 'in_storage' && (
          <Stack gap="sm" className="lw-no-print">
            <TextContent event={event} />
          </Stack>
        )}
      </Stack>
    </Section>
  );
}
