import { EXPRESSION_SAMPLE_MAX } from '@leakwatch/contracts';
import { Stack, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { CheckIcon, XIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { markedParts } from '../../shared/lib/marked-parts.ts';
import { useTryRegexTemplateQuery } from './api.ts';
import classes from './regex-templates.module.css';
import { costClass } from './template-draft.ts';

/** The expression is tried after this pause in typing; in milliseconds. */
const TRY_AFTER_MS = 300;

/** Runs the expression on a sample, as it will run on findings, and says what it costs. */
export function TemplateTrial({ regex }: { regex: string }) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const [sample, setSample] = useState('');
  const [tried] = useDebouncedValue({ regex, sample }, TRY_AFTER_MS);
  const empty = regex.trim() === '';
  const { currentData, error } = useTryRegexTemplateQuery(tried, { skip: tried.regex.trim() === '' });
  const answer = empty || tried.regex !== regex ? undefined : currentData;
  const cost = answer?.cost ?? null;
  return (
    <Stack gap="xs">
      <Textarea
        name="sample"
        label={t('regexTemplates.sample')}
        description={t('regexTemplates.sample_hint')}
        rows={4}
        maxLength={EXPRESSION_SAMPLE_MAX}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={sample}
        onChange={(event) => setSample(event.currentTarget.value)}
      />
      <div role="status">
        {error !== undefined && !empty && <Text c="dimmed">{t('regexTemplates.untried')}</Text>}
        {answer?.reason != null && (
          <Text className={classes['refused']}>
            <XIcon size={14} /> {texts.reason(answer.reason)}
          </Text>
        )}
        {answer !== undefined && cost !== null && (
          <>
            <Text className={classes['runs']}>
              <CheckIcon size={14} /> {t('regexTemplates.runs')}
            </Text>
            <Text>
              {t(`regexTemplates.cost.${costClass(cost, answer.queries)}`, { instructions: cost.instructions, most: cost.most })}{' '}
              <span className="lw-break">
                {answer.queries.length === 0
                  ? t('regexTemplates.reads_all')
                  : t('regexTemplates.reads_with', { texts: answer.queries.map(([text]) => text).join(', ') })}
              </span>
            </Text>
            {tried.sample !== '' && <Text>{t('regexTemplates.matches', { count: answer.matches.length })}</Text>}
          </>
        )}
      </div>
      {answer !== undefined && answer.matches.length > 0 && tried.sample === sample && (
        <pre className={classes['sample']} tabIndex={0} aria-label={t('regexTemplates.found')}>
          {markedParts(sample, answer.matches).map(({ text, marked, at }) => (marked ? <mark key={at}>{text}</mark> : text))}
        </pre>
      )}
    </Stack>
  );
}
