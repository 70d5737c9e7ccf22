import { Alert } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';

/** Above an event that was deleted while it was shown, such as with its task: what is on the screen stays to be read. */
export function GoneNote() {
  const { t } = useTexts();
  return (
    <Alert role="alert" variant="outline" color="red" icon={<AlertIcon />} mb="md">
      {t('eventPage.gone')}
    </Alert>
  );
}
