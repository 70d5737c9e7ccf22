import { Button, FileInput, Group, Modal, Stack, Text } from '@mantine/core';
import { UploadIcon } from '@primer/octicons-react';
import { useRef, useState } from 'react';
import { useTexts } from '../../../../shared/i18n/use-texts.ts';
import { type Problem, toProblem } from '../../../../shared/api/problem.ts';
import { useCodeTexts } from '../../../../shared/i18n/problem-text.ts';
import { DialogTitle } from '../../../../shared/ui/dialog-title.tsx';
import { useUploadKeywordsMutation } from '../../api.ts';
import type { CreateForm } from '../use-create-form.ts';

const TEXT_FILE = 'text/plain';
const WRONG_FORMAT: Problem = { status: 0, code: 'keyword_file_format', requestId: null, fields: {}, details: {} };

/** Uploads a .txt file of magic keywords. The service checks them; the list shows what was dropped. `left`: how many patterns still fit, null when unknown. */
export function UploadDialog({ form, left }: { form: CreateForm; left: number | null }) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const [opened, setOpened] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [upload, { error, isLoading, reset }] = useUploadKeywordsMutation();
  const problem = file !== null && file.type !== TEXT_FILE ? WRONG_FORMAT : error === undefined ? null : toProblem(error);
  /** The number of the upload that is awaited: an answer after "Cancel" or after another file was chosen adds nothing. */
  const awaited = useRef(0);
  const forget = () => {
    awaited.current += 1;
    reset();
  };
  const close = () => {
    setOpened(false);
    setFile(null);
    forget();
  };
  const send = async () => {
    if (file === null) return;
    awaited.current += 1;
    const own = awaited.current;
    const { data } = await upload(file);
    if (data === undefined || awaited.current !== own) return;
    form.add('magicKeywords', data.keywords, data.errors);
    close();
  };
  return (
    <>
      <Button variant="default" leftSection={<UploadIcon />} onClick={() => setOpened(true)}>
        {t('create.form.upload')}
      </Button>
      <Modal opened={opened} onClose={close} withCloseButton={false}>
        <Stack gap="md">
          <DialogTitle>{t('create.form.upload_title')}</DialogTitle>
          <FileInput
            label={t('create.form.file')}
            description={t('create.form.file_hint')}
            placeholder={t('create.form.file_choose')}
            accept=".txt,text/plain"
            clearable
            clearButtonProps={{ 'aria-label': t('create.form.file_clear') }}
            value={file}
            error={problem === null ? undefined : texts.problem(problem)}
            onChange={(chosen) => {
              forget();
              setFile(chosen);
            }}
          />
          {left !== null && <Text c="dimmed">{t('create.form.file_left', { count: Math.max(0, left) })}</Text>}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button loading={isLoading} disabled={file === null || file.type !== TEXT_FILE} onClick={() => void send()}>
              {t('create.form.upload_action')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
