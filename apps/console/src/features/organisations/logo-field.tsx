import { LOGO_BYTES_MAX, logoFormat } from '@leakwatch/rules';
import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { TrashIcon, UploadIcon } from '@primer/octicons-react';
import { useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { type Problem, toProblem } from '../../shared/api/problem.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { LogoImage } from '../../shared/ui/logo-image.tsx';
import { useUploadLogoMutation } from './api.ts';

const PREVIEW = 48;
/** The longest signature of a format. */
const SIGNATURE_BYTES = 8;
const refusal = (code: string): Problem => ({ status: 0, code, requestId: null, fields: {}, details: {} });

/** Why a file cannot be a logo, as far as the browser sees it; the server decodes it. */
async function faultOf(file: File): Promise<Problem | null> {
  if (file.size > LOGO_BYTES_MAX) return refusal('logo_too_large');
  const start = new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer());
  return logoFormat(start) === null ? refusal('logo_format') : null;
}

interface LogoFieldProps {
  readonly logo: string | null;
  readonly onChange: (logo: string | null) => void;
}

/** Uploads a logo at once; the organisation gets it when the form is saved. */
export function LogoField({ logo, onChange }: LogoFieldProps) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const [upload, { isLoading }] = useUploadLogoMutation();
  const [problem, setProblem] = useState<Problem | null>(null);
  const resetFile = useRef<() => void>(null);
  const choose = async (file: File | null) => {
    if (file === null) return;
    // The same file may be chosen again after a refusal.
    resetFile.current?.();
    const fault = await faultOf(file);
    setProblem(fault);
    if (fault !== null) return;
    const { data, error } = await upload(file);
    if (data === undefined) setProblem(toProblem(error));
    else onChange(data.logo);
  };
  const remove = () => {
    setProblem(null);
    onChange(null);
  };
  return (
    <Input.Wrapper
      label={t('organisations.logo.label')}
      description={t('organisations.logo.hint')}
      error={problem === null ? undefined : texts.problem(problem)}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
      labelElement="div"
    >
      <Group gap="sm" mt={6}>
        {logo === null ? (
          <Text c="dimmed">{t('organisations.logo.none')}</Text>
        ) : (
          <LogoImage logo={logo} height={PREVIEW} alt={t('organisations.logo.alt')} />
        )}
        <FileButton accept="image/png,image/jpeg" resetRef={resetFile} onChange={(file) => void choose(file)} inputProps={{ name: 'logo' }}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<UploadIcon />} loading={isLoading}>
              {t(logo === null ? 'organisations.logo.choose' : 'organisations.logo.replace')}
            </Button>
          )}
        </FileButton>
        {logo !== null && (
          <Button variant="default" leftSection={<TrashIcon />} onClick={remove}>
            {t('organisations.logo.remove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
