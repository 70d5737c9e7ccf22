import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useTemplateTexts } from '../../../shared/i18n/use-template-texts.ts';
import type { Statistics } from '../api.ts';
import { ChoiceList } from './choice-list.tsx';
import type { EventFilters, Facet, FilterChange } from './event-filters.ts';
import { FacetDialog } from './facet-dialog.tsx';
import { choicesOf, SHOWN_IN_FULL, shownChoices } from './filter-choices.ts';

interface FacetFilterProps {
  readonly facet: Facet;
  readonly filters: EventFilters;
  readonly statistics: Statistics | undefined;
  readonly onChange: (change: FilterChange) => void;
}

/** The most frequent values of a facet, and a dialog with all of them where there are more. */
export function FacetFilter({ facet, filters, statistics, onChange }: FacetFilterProps) {
  const { t } = useTexts();
  const texts = useTemplateTexts();
  const [open, setOpen] = useState(false);
  const choices = choicesOf(facet, statistics, texts.name);
  const chosen = filters.facets[facet];
  const choose = (values: readonly string[]) => onChange({ facets: { ...filters.facets, [facet]: values } });
  const label = t(`events.filters.facets.${facet}`);
  if (choices.length === 0 && chosen.length === 0) return null;
  const shown = shownChoices(choices, chosen).map((choice) =>
    facet === 'regex_tokens_found' ? { text: t('events.filters.token_without_events'), ...choice } : choice,
  );
  return (
    <Stack gap={6} align="stretch">
      <ChoiceList label={label} choices={shown} chosen={chosen} onChange={choose} />
      {choices.length > SHOWN_IN_FULL && (
        <Button variant="subtle" size="compact-sm" justify="flex-start" onClick={() => setOpen(true)}>
          {t('events.filters.more')}
        </Button>
      )}
      {open && (
        <FacetDialog
          facet={facet}
          title={label}
          filters={filters}
          onClose={() => setOpen(false)}
          onChoose={(values) => {
            setOpen(false);
            choose(values);
          }}
        />
      )}
    </Stack>
  );
}
