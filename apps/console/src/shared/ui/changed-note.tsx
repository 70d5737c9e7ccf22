import { Alert, Button, Stack, Text } from '@mantine/core';
import { SyncIcon } from '@primer/octicons-react';
import { useTexts } from '../i18n/use-texts.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import type { Changed } from '../lib/changed-meanwhile.ts';
import { takeFocus } from '../lib/take-focus.ts';
import { usePersonName } from '../i18n/use-person-name.ts';
import { TimeText } from './time-text.tsx';

type FieldName = keyof Catalogue['changedMeanwhile']['field'];
const WARNING = { title: { color: 'var(--lw-in_progress-fg)' }, icon: { color: 'var(--lw-in_progress-fg)' } };
/** The button that was pressed may be far from the note. */
const show = (note: HTMLElement | null) => note?.scrollIntoView({ block: 'center' });
const textOf = (value: string | number | undefined): string => (value === undefined ? '' : String(value));

/** Someone else changed what the form edits: who, when and which fields, and a button that loads it. */
export function ChangedNote({ changed: { problem, load } }: { changed: Changed }) {
  const { t, exists } = useTexts();
  const personName = usePersonName();
  const isNamed = (field: string): field is FieldName => exists(`changedMeanwhile.field.${field}`);
  if (problem === null)
    return (
      // The button that was pressed is gone, and the focus with it.
      <Text ref={takeFocus} tabIndex={-1} role="status" c="dimmed">
        {t('changedMeanwhile.loaded')}
      </Text>
    );
  const [by, at, fields] = [textOf(problem.details['by']), textOf(problem.details['at']), textOf(problem.details['fields'])];
  const names = fields.split(',').filter((field) => field !== '');
  return (
    <Alert
      ref={show}
      variant="outline"
      color="yellow"
      icon={<SyncIcon />}
      role="alert"
      title={t('changedMeanwhile.title')}
      styles={WARNING}
    >
      <Stack gap="xs" align="flex-start">
        <div className="lw-break">
          {by === '' ? t('changedMeanwhile.unknown') : t('changedMeanwhile.by', { by: by.split(', ').map(personName).join(', ') })}
          {at !== '' && (
            <>
              {' '}
              <TimeText at={at} relative />
            </>
          )}
        </div>
        {names.length > 0 && (
          <div className="lw-break">
            {t('changedMeanwhile.fields', {
              fields: names.map((field) => (isNamed(field) ? t(`changedMeanwhile.field.${field}`) : field)).join(', '),
            })}
          </div>
        )}
        <div>{t('changedMeanwhile.hint')}</div>
        <Button variant="default" onClick={load}>
          {t('changedMeanwhile.load')}
        </Button>
      </Stack>
    </Alert>
  );
}
