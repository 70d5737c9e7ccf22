import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCodeTexts } from '../../../shared/i18n/problem-text.ts';
import type { ExpressionFacts } from './use-expression-facts.ts';

type Facts = ReturnType<ExpressionFacts['get']>;

/** Shows that an expression is invalid, or that it runs on streams only. */
export function ExpressionNote({ facts }: { facts: Facts }) {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  if (facts === undefined) return null;
  if (facts.reason !== null)
    return (
      <Text component="span" display="block" c="var(--mantine-color-error)" ff="text">
        {texts.reason(facts.reason)}
      </Text>
    );
  if (facts.literals.length > 0) return null;
  return (
    <Text component="span" display="block" c="dimmed" ff="text">
      {t('create.form.regex_stream_only')}
    </Text>
  );
}
