import type { EventRow } from '@leakwatch/contracts';
import { hasBlacklist } from '@leakwatch/vocabulary';
import { Button } from '@mantine/core';
import { CircleSlashIcon } from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';

/** Opens the form of a rule that begins with an event; disabled for a source without a blacklist, with the reason. */
export function BlacklistButton({ event, onBlacklist }: { readonly event: EventRow; readonly onBlacklist: (event: EventRow) => void }) {
  const { t } = useTexts();
  const isPossible = hasBlacklist(event.source_type);
  const source = t(`common.sources.${event.source_type}`);
  return (
    <Button
      variant="default"
      className="lw-no-print"
      px="sm"
      leftSection={<CircleSlashIcon size={14} />}
      disabled={!isPossible}
      title={isPossible ? undefined : t('events.no_blacklist_hint', { source })}
      onClick={() => onBlacklist(event)}
    >
      {t('events.to_blacklist')}
    </Button>
  );
}
