import { Button } from '@mantine/core';
import { EyeClosedIcon, EyeIcon } from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import type { Revealed } from './use-revealed.ts';

/** Shows the values of an event, and masks them again. */
export function RevealButton({ revealed }: { revealed: Revealed }) {
  const { t } = useTexts();
  const shown = revealed.text !== null;
  return (
    <Button
      variant="default"
      className="lw-no-print"
      px="sm"
      leftSection={shown ? <EyeClosedIcon size={14} /> : <EyeIcon size={14} />}
      loading={revealed.busy}
      aria-pressed={shown}
      title={shown ? undefined : t('eventTools.reveal.hint')}
      onClick={shown ? revealed.hide : revealed.show}
    >
      {t(shown ? 'eventTools.reveal.hide' : 'eventTools.reveal.show')}
    </Button>
  );
}
