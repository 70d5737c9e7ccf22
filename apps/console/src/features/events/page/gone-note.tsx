import { Alert } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';

/** Above an event that was deleted while it was shown, such as with its task: what is on the screen stays to be read. */
export function GoneNote() {
  const { t } = useTranslation();
  return (
    <Alert role="alert" variant="outline" color="red" icon={<AlertIcon />} mb="md">
      {t('eventPage.gone')}
    </Alert>
  );
}
