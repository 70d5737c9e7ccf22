import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { CheckIcon, XIcon } from '@primer/octicons-react';
import { EXPRESSION_SAMPLE_MAX } from '@leakwatch/contracts';
import { EXPRESSION_MAX } from '@leakwatch/rules';
import { useState } from 'react';
import { useTexts } from '../../../../shared/i18n/use-texts.ts';
import { useCodeTexts } from '../../../../shared/i18n/problem-text.ts';
import { useTryExpressionQuery } from '../../api.ts';
import classes from '../create.module.css';
import { markedParts } from '../../../../shared/lib/marked-parts.ts';
import { RulesPanel } from './rules-panel.tsx';
import type { CreateForm } from '../use-create-form.ts';

/** The expression is checked after this pause in typing; in milliseconds. */
const TRY_AFTER_MS = 300;

/** Checks an expression as the crawler will run it, against a sample text, before it is added. */
export function ExpressionHelp({ form }: { form: CreateForm }) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const [expression, setExpression] = useState('');
  const [sample, setSample] = useState('');
  const [tried] = useDebouncedValue({ expression, sample }, TRY_AFTER_MS);
  const empty = expression.trim() === '';
  const { currentData, error } = useTryExpressionQuery(tried, { skip: tried.expression.trim() === '' });
  const answer = empty || tried.expression !== expression ? undefined : currentData;
  const runs = answer !== undefined && answer.reason === null;
  return (
    <RulesPanel title={t('create.form.regex_title')} rules={[t('create.form.regex_rule'), t('create.form.regex_linear')]}>
      <Stack gap="sm" mt="md">
        <TextInput
          label={t('create.form.regex_try')}
          spellCheck={false}
          autoComplete="off"
          maxLength={EXPRESSION_MAX * 2}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={expression}
          onChange={(event) => setExpression(event.currentTarget.value)}
          error={answer?.reason == null ? undefined : texts.reason(answer.reason)}
        />
        <Textarea
          label={t('create.form.regex_sample')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={EXPRESSION_SAMPLE_MAX}
          spellCheck={false}
          value={sample}
          onChange={(event) => setSample(event.currentTarget.value)}
        />
        <div role="status">
          {error !== undefined && !empty && <Text c="dimmed">{t('create.form.regex_untried')}</Text>}
          {runs && (
            <>
              <Text className={classes['kept']}>
                <CheckIcon size={14} /> {t('create.form.regex_runs')}
              </Text>
              <Text className="lw-break">
                {answer.queries.length === 0
                  ? t('create.form.regex_stream_only')
                  : t('create.form.regex_asked', { queries: answer.queries.map((texts) => texts.join(' + ')).join(', ') })}
              </Text>
              {answer.parts_of_words && <Text c="dimmed">{t('create.form.regex_parts')}</Text>}
              {sample !== '' && (
                <Text mt={4}>
                  {answer.matches.length === 0 && <XIcon size={14} />}
                  {t('create.form.regex_matches', { count: answer.matches.length })}
                </Text>
              )}
            </>
          )}
        </div>
        {runs && answer.matches.length > 0 && (
          <pre className={classes['sample']} tabIndex={0} aria-label={t('create.form.regex_found')}>
            {markedParts(sample, answer.matches).map(({ text, marked, at }) => (marked ? <mark key={at}>{text}</mark> : text))}
          </pre>
        )}
        <div>
          <Button
            variant="default"
            disabled={!runs}
            onClick={() => {
              form.add('expressions', [expression]);
              setExpression('');
            }}
          >
            {t('create.add')}
          </Button>
        </div>
      </Stack>
    </RulesPanel>
  );
}
