import { Center, Loader } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';

/** Shown until the server has answered who is signed in. */
export function StartSpinner() {
  const { t } = useTexts();
  return (
    <Center mih="100vh" component="main">
      <h1 className="lw-hidden">{t('common.product')}</h1>
      <span className="lw-hidden" role="status" aria-busy="true">
        {t('common.loading')}
      </span>
      <Loader aria-hidden="true" />
    </Center>
  );
}
