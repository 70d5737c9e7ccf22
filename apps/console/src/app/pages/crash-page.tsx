import { Button, Center } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { EmptyBlock } from '../../shared/ui/blocks.tsx';

/** Shown when a page throws, or when its chunk is gone after a deployment. Reloading helps in both cases. */
export function CrashPage() {
  const { t } = useTexts();
  return (
    <Center mih="60vh" role="alert">
      <EmptyBlock level={1} title={t('common.crashed')} hint={t('common.crashed_hint')}>
        <Button onClick={() => location.reload()}>{t('common.reload')}</Button>
      </EmptyBlock>
    </Center>
  );
}
