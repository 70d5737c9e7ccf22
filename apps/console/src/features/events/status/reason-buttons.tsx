import { CLOSE_REASON_NAMES, type CloseReason, reasonsFor, type TriageStatus } from '@leakwatch/vocabulary';
import { Button, Group, Text } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useLocale } from '../../../shared/i18n/use-locale.ts';
import { useAssignEventsMutation } from '../assign/api.ts';
import { notifyUnsent } from '../../../shared/lib/sent-changes.ts';

interface ReasonButtonsProps {
  /** The changes that closed the events; they say which ones get the reason, on the page or not. */
  readonly batches: readonly string[];
  /** Those of them that the page shows. */
  readonly ids: readonly string[];
  readonly status: TriageStatus;
  readonly given: CloseReason | null;
  readonly onGiven: (reason: CloseReason) => void;
}

/** The reasons for a status that closed events, to be given in the message about the change: closing itself stays one click. */
export function ReasonButtons({ batches, ids, status, given, onGiven }: ReasonButtonsProps) {
  const { t } = useTexts();
  const locale = useLocale();
  const [send, { isLoading }] = useAssignEventsMutation();
  const give = async (reason: CloseReason) => {
    for (const batch of batches) {
      const result = await send({ body: { batch, reason }, ids, member: undefined });
      if (result.error !== undefined) return notifyUnsent(t('events.assign.failed'), result.error, () => void give(reason));
    }
    onGiven(reason);
  };
  return (
    <Group gap="xs" role="group" aria-label={t('events.assign.why')}>
      <Text c="dimmed">{t('events.assign.why')}</Text>
      {reasonsFor(status).map((reason) => (
        <Button
          key={reason}
          variant="default"
          size="compact-sm"
          aria-pressed={given === reason}
          disabled={isLoading || given === reason}
          onClick={() => void give(reason)}
        >
          {CLOSE_REASON_NAMES[locale][reason]}
        </Button>
      ))}
    </Group>
  );
}
