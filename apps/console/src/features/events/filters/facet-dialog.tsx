import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { toProblem } from '../../../shared/api/problem.ts';
import { useTemplateTexts } from '../../../shared/i18n/use-template-texts.ts';
import { ProblemBlock, SkeletonRows } from '../../../shared/ui/blocks.tsx';
import { useReturnFocus } from '../../../shared/lib/use-return-focus.ts';
import { DialogTitle } from '../../../shared/ui/dialog-title.tsx';
import { SearchField } from '../../../shared/ui/search-field.tsx';
import { useEventStatisticsQuery } from '../api.ts';
import { ChoiceList } from './choice-list.tsx';
import { type EventFilters, type Facet, toStatisticsQuery } from './event-filters.ts';
import { choicesOf } from './filter-choices.ts';
import classes from './filters.module.css';

/** Values that the dialog shows at once; a search finds the others. */
const SHOWN = 200;

interface FacetDialogProps {
  readonly facet: Facet;
  readonly title: string;
  readonly filters: EventFilters;
  readonly onChoose: (values: readonly string[]) => void;
  readonly onClose: () => void;
}

/** All values of a facet, with a search. Nothing changes before the person presses the button. */
export function FacetDialog({ facet, title, filters, onChoose, onClose }: FacetDialogProps) {
  const { t } = useTexts();
  useReturnFocus();
  const texts = useTemplateTexts();
  const [part, setPart] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>(filters.facets[facet]);
  // The names of what leaked are known here, in the language that is shown.
  const isNamed = facet === 'regex_tokens_found';
  const query = { ...toStatisticsQuery(filters), ...(part !== '' && !isNamed && { value_part: part }) };
  const { currentData, error, refetch } = useEventStatisticsQuery(query);
  const choices = choicesOf(facet, currentData, texts.name).filter(
    ({ text }) => !isNamed || (text ?? '').toLowerCase().includes(part.toLowerCase()),
  );
  const shown = choices.slice(0, SHOWN);
  // A value that was chosen stays chosen while the search hides it.
  const choose = (visible: readonly string[]) =>
    setChosen([...chosen.filter((value) => !shown.some((choice) => choice.value === value)), ...visible]);
  return (
    <Modal opened onClose={onClose} withCloseButton={false} size="md">
      <Stack gap="md">
        <DialogTitle>{title}</DialogTitle>
        <SearchField text={part} label={t('events.filters.search_values')} onSearch={setPart} />
        {error !== undefined && (
          <ProblemBlock title={t('events.filters.counts_failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
        )}
        {error === undefined && currentData === undefined && <SkeletonRows rows={5} height={20} />}
        {currentData !== undefined && (
          <div className={classes['scroll']}>
            {shown.length === 0 ? (
              <Text c="dimmed">{t('events.filters.no_values')}</Text>
            ) : (
              <ChoiceList label={title} choices={shown} chosen={chosen} onChange={choose} />
            )}
            {choices.length > SHOWN && (
              <Text c="dimmed" mt="sm">
                {t('events.filters.search_further', { shown: SHOWN })}
              </Text>
            )}
          </div>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button onClick={() => onChoose(chosen)}>{t('events.filters.apply')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
