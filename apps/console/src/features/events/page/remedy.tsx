import type { FoundTokenRow } from '@leakwatch/contracts';
import { detectorKind, REMEDIES, revokePlace } from '@leakwatch/vocabulary';
import { List, Stack, Text, Title } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useLocale } from '../../../shared/i18n/use-locale.ts';
import { useTemplateTexts } from '../../../shared/i18n/use-template-texts.ts';
import { SafeLink } from '../../../shared/ui/safe-link.tsx';
import { Section } from '../../../shared/ui/section.tsx';

/** What to do now: for each kind of what leaked the steps, and where its vendor lets it be revoked. */
export function Remedy({ tokens }: { tokens: readonly FoundTokenRow[] }) {
  const { t } = useTexts();
  const locale = useLocale();
  const texts = useTemplateTexts();
  const kinds = new Map<string, FoundTokenRow[]>();
  for (const token of tokens) {
    const kind = (token.detector === null ? undefined : detectorKind(token.detector)) ?? token.id;
    kinds.set(kind, [...(kinds.get(kind) ?? []), token]);
  }
  const stepsOf = (token: FoundTokenRow | undefined): readonly string[] => {
    const kind = token?.detector === null ? undefined : detectorKind(token?.detector ?? '');
    return kind === undefined ? [token?.hint ?? ''].filter((hint) => hint !== '') : REMEDIES[locale][kind];
  };
  const places = (of: readonly FoundTokenRow[]) => {
    const found = of.flatMap(({ detector }) => (detector === null ? [] : (revokePlace(detector) ?? [])));
    return [...new Map(found.map((place) => [place[locale], place.page])).entries()];
  };
  return (
    <Section title={t('eventPage.remedy.title')}>
      {tokens.length === 0 && <Text>{t('eventPage.remedy.unknown')}</Text>}
      {[...kinds].map(([kind, of]) => (
        <Stack key={kind} gap={6}>
          <Title order={3} fz="sm">
            {[...new Set(of.map((token) => texts.name(token)))].join(', ')}
          </Title>
          {places(of).map(([place, page]) => (
            <Text key={place}>
              {t('eventPage.remedy.where')} {page === null ? place : <SafeLink address={page}>{place}</SafeLink>}
            </Text>
          ))}
          <List type="ordered">
            {stepsOf(of[0]).map((step) => (
              <List.Item key={step}>{step}</List.Item>
            ))}
          </List>
        </Stack>
      ))}
    </Section>
  );
}
