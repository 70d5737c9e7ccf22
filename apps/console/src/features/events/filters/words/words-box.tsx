import { Autocomplete, CloseButton } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTexts } from '../../../../shared/i18n/use-texts.ts';
import { useListTaskOptionsQuery } from '../../../../shared/api/options.ts';
import { type Statistics, useEventStatisticsQuery } from '../../api.ts';
import { type EventFilters, type FilterChange, toStatisticsQuery } from '../event-filters.ts';
import { type FilterFault, type NamedTask, readFilterWords, wordsOf } from './filter-words.ts';
import { type KnownValues, suggest } from './suggest.ts';
import { printWords, WORD_NAMES } from './words.ts';

/** Several values of the longest length. */
const LONGEST = 2_000;
/** Known values that a refusal names. */
const KNOWN_SHOWN = 10;
const NO_TASKS: readonly NamedTask[] = [];

interface WordsBoxProps {
  readonly filters: EventFilters;
  readonly onChange: (change: FilterChange) => void;
}

/** The filters as words, which can be typed: with Enter, and when the field is left. What cannot be read changes nothing and says why. */
export function WordsBox({ filters, onChange }: WordsBoxProps) {
  const { t } = useTexts();
  const { data: tasks = NO_TASKS } = useListTaskOptionsQuery({ org: filters.org ?? undefined });
  const { data: statistics } = useEventStatisticsQuery(toStatisticsQuery(filters));
  const printed = printWords(wordsOf(filters, tasks));
  const [typed, setTyped] = useState(printed);
  const [seen, setSeen] = useState(printed);
  const [asked, setAsked] = useState('');
  if (seen !== printed) {
    // The sidebar, "back" and "clear" change the filters without the field.
    setSeen(printed);
    setTyped(printed);
  }
  const read = readFilterWords(typed, tasks);
  const take = (text: string) => {
    setAsked(text);
    const wanted = readFilterWords(text, tasks);
    if (!wanted.ok) return;
    if (printWords(wordsOf(wanted.filters, tasks)) === printed) setTyped(printed);
    else onChange({ ...wanted.filters, facets: { ...filters.facets, ...wanted.filters.facets } });
  };
  const suggestions = suggest(typed, knownValues(statistics, tasks));
  const shown = new Map(suggestions.map((one) => [one.text, one.shown]));
  return (
    <Autocomplete
      maxLength={LONGEST}
      aria-label={t('eventTools.search.label')}
      placeholder={t('eventTools.search.words_example')}
      leftSection={<SearchIcon size={14} />}
      rightSection={
        typed === '' ? null : (
          <CloseButton
            aria-label={t('eventTools.search.clear')}
            onClick={() => {
              setTyped('');
              take('');
            }}
          />
        )
      }
      data={suggestions.map(({ text }) => text)}
      // Within the page's landmarks.
      comboboxProps={{ withinPortal: false }}
      // What fits is decided by the last word, not by the whole text.
      filter={({ options }) => options}
      renderOption={({ option }) => <span className="lw-break">{shown.get(option.value) ?? option.value}</span>}
      value={typed}
      error={!read.ok && asked === typed ? <Fault fault={read.fault} /> : null}
      onChange={setTyped}
      onBlur={() => take(typed)}
      onKeyDown={(event) => {
        const isChoosing = event.currentTarget.getAttribute('aria-activedescendant') !== null;
        if (event.key === 'Enter' && !isChoosing) take(typed);
      }}
    />
  );
}

function Fault({ fault }: { fault: FilterFault }) {
  const { t } = useTexts();
  switch (fault.code) {
    case 'word_unknown':
      return t('eventTools.search.word_unknown', { word: fault.word, known: WORD_NAMES.join(', ') });
    case 'value_unknown': {
      const known = fault.known.slice(0, KNOWN_SHOWN).join(', ');
      return t('eventTools.search.value_unknown', { word: fault.word, value: fault.value, known });
    }
    case 'word_empty':
    case 'word_once':
    case 'too_many_values':
    case 'value_long':
      return t(`eventTools.search.${fault.code}`, { word: fault.word });
    case 'quote_open':
    case 'search_short':
    case 'search_long':
      return t(`eventTools.search.${fault.code}`);
  }
}

/** What the sidebar knows too: nothing more is asked for. */
function knownValues(statistics: Statistics | undefined, tasks: readonly NamedTask[]): KnownValues {
  return {
    task: [...new Set(tasks.map(({ title }) => title))],
    pattern: statistics?.patterns.map(({ pattern }) => pattern) ?? [],
    repo: statistics?.repositories.map(({ repo_name }) => repo_name) ?? [],
    owner: statistics?.owners.map(({ username }) => username) ?? [],
    author: statistics?.authors.map(({ author }) => author) ?? [],
  };
}
