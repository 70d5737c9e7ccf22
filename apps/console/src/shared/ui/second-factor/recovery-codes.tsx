import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { DownloadIcon } from '@primer/octicons-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { takeFocus } from '../../lib/take-focus.ts';
import { useReloadQuestion } from '../../lib/use-reload-question.ts';
import { CopyButton } from '../copy-button.tsx';
import classes from './set-up.module.css';

const FILE = 'leakwatch-recovery-codes.txt';

function saveText(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = FILE;
  link.click();
  URL.revokeObjectURL(url);
}

/** Shows the recovery codes once. The person confirms that the codes are saved before going on. */
export function RecoveryCodes({ codes, proceed, onProceed }: { codes: readonly string[]; proceed: string; onProceed: () => void }) {
  const { t } = useTexts();
  const [saved, setSaved] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  // The field of the code that led here is gone, and the focus with it.
  useEffect(() => takeFocus(box.current), []);
  // The codes are not shown again.
  useReloadQuestion(() => !saved);
  const text = `${codes.join('\n')}\n`;
  return (
    <Stack ref={box} tabIndex={-1} gap="md">
      <Text>{t('twoFactor.codes_text')}</Text>
      <ol className={classes['codes']} aria-label={t('twoFactor.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group gap="sm">
        <CopyButton text={text} label={t('twoFactor.copy_codes')} />
        <Button variant="default" leftSection={<DownloadIcon />} onClick={() => saveText(text)}>
          {t('twoFactor.download')}
        </Button>
      </Group>
      <Checkbox label={t('twoFactor.saved')} checked={saved} onChange={(event) => setSaved(event.currentTarget.checked)} />
      <Button size="sm" disabled={!saved} onClick={onProceed}>
        {proceed}
      </Button>
    </Stack>
  );
}
