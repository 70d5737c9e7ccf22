import { CloseButton, Select, TextInput } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useStoredFlag } from '../../../shared/lib/use-stored-flag.ts';
import { type EventFilters, type FilterChange, SEARCHES, type Search, searchFault } from './event-filters.ts';
import classes from './filters.module.css';
import { loadPart } from '../../../shared/later/load-part.ts';

const LONGEST = 300;

/** The simple form of the search comes first; words are for those who choose them. */
const WordsBox = lazy(async () => ({ default: (await loadPart(() => import('./words/words-box.tsx'))).WordsBox }));

interface SearchBoxProps {
  readonly filters: EventFilters;
  readonly onChange: (change: FilterChange) => void;
}

/** Searches in the content, by the owner, for one event, or by words; this browser remembers the words. */
export function SearchBox({ filters, onChange }: SearchBoxProps) {
  const { t } = useTexts();
  const { search } = filters;
  const [words, toggleWords] = useStoredFlag('leakwatch.search-words', false);
  const [where, setWhere] = useState(search?.in ?? SEARCHES[0]);
  const [seen, setSeen] = useState(search);
  if (seen?.in !== search?.in || seen?.text !== search?.text) {
    // "Back" and "clear" change the address without the field.
    setSeen(search);
    setWhere(search?.in ?? where);
  }
  // An id and a part of the owner have no words.
  const showsWords = words && (search === null || search.in === 'file_content');
  return (
    <div className={classes['search']}>
      <Select
        w={150}
        aria-label={t('eventTools.search.in')}
        // Within the page's landmarks.
        comboboxProps={{ withinPortal: false }}
        data={[...SEARCHES, 'words' as const].map((value) => ({ value, label: t(`eventTools.search.${value}`) }))}
        value={showsWords ? 'words' : where}
        allowDeselect={false}
        onChange={(value) => {
          if ((value === 'words') !== words) toggleWords();
          const chosen = SEARCHES.find((one) => one === value);
          if (value === 'words' && search !== null && search.in !== 'file_content') onChange({ search: null });
          if (chosen === undefined) return;
          setWhere(chosen);
          const wanted = search === null ? null : { in: chosen, text: search.text };
          if (wanted !== null && wanted.in !== search?.in && searchFault(wanted) === null) onChange({ search: wanted });
        }}
      />
      {showsWords ? (
        // The list of completions stands beside the field.
        <div>
          <Suspense fallback={<TextInput disabled aria-label={t('eventTools.search.label')} />}>
            <WordsBox filters={filters} onChange={onChange} />
          </Suspense>
        </div>
      ) : (
        <SimpleSearch search={search} where={where} onChange={onChange} />
      )}
    </div>
  );
}

interface SimpleSearchProps extends Pick<SearchBoxProps, 'onChange'> {
  readonly search: EventFilters['search'];
  readonly where: Search;
}

/** One text in one place; with Enter, and when the field is left. */
function SimpleSearch({ search, where, onChange }: SimpleSearchProps) {
  const { t } = useTexts();
  const [typed, setTyped] = useState(search?.text ?? '');
  const [seen, setSeen] = useState(search);
  if (seen?.in !== search?.in || seen?.text !== search?.text) {
    setSeen(search);
    setTyped(search?.text ?? '');
  }
  const text = typed.trim();
  const fault = text === '' ? null : searchFault({ in: where, text });
  const take = () => {
    const wanted = text === '' ? null : { in: where, text };
    if (wanted !== null && searchFault(wanted) !== null) return;
    if (wanted?.in !== search?.in || wanted?.text !== search?.text) onChange({ search: wanted });
  };
  return (
    <TextInput
      type="search"
      maxLength={LONGEST}
      aria-label={t('eventTools.search.label')}
      placeholder={t('eventTools.search.label')}
      leftSection={<SearchIcon size={14} />}
      rightSection={
        typed === '' ? null : (
          <CloseButton
            aria-label={t('eventTools.search.clear')}
            onClick={() => {
              setTyped('');
              onChange({ search: null });
            }}
          />
        )
      }
      value={typed}
      error={fault === null ? null : t(`eventTools.search.${fault}`)}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}
