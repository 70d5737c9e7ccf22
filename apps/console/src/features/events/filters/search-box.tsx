import { CloseButton, Select, TextInput } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EventFilters, type FilterChange, SEARCHES, searchFault } from './event-filters.ts';
import classes from './filters.module.css';

const LONGEST = 300;

interface SearchBoxProps {
  readonly search: EventFilters['search'];
  readonly onChange: (change: FilterChange) => void;
}

/** Searches in the content, by the owner or for one event; with Enter, and when the field is left. */
export function SearchBox({ search, onChange }: SearchBoxProps) {
  const { t } = useTranslation();
  const [where, setWhere] = useState(search?.in ?? SEARCHES[0]);
  const [typed, setTyped] = useState(search?.text ?? '');
  const [seen, setSeen] = useState(search);
  if (seen?.in !== search?.in || seen?.text !== search?.text) {
    // "Back" and "clear" change the address without the field.
    setSeen(search);
    setWhere(search?.in ?? where);
    setTyped(search?.text ?? '');
  }
  const text = typed.trim();
  const fault = text === '' ? null : searchFault({ in: where, text });
  const take = (place: typeof where) => {
    const wanted = text === '' ? null : { in: place, text };
    if (wanted !== null && searchFault(wanted) !== null) return;
    if (wanted?.in !== search?.in || wanted?.text !== search?.text) onChange({ search: wanted });
  };
  return (
    <div className={classes['search']}>
      <Select
        w={150}
        aria-label={t('events.search.in')}
        data={SEARCHES.map((value) => ({ value, label: t(`events.search.${value}`) }))}
        value={where}
        allowDeselect={false}
        onChange={(value) => {
          const chosen = SEARCHES.find((one) => one === value);
          if (chosen === undefined) return;
          setWhere(chosen);
          take(chosen);
        }}
      />
      <TextInput
        type="search"
        maxLength={LONGEST}
        aria-label={t('events.search.label')}
        placeholder={t('events.search.label')}
        leftSection={<SearchIcon size={14} />}
        rightSection={
          typed === '' ? null : (
            <CloseButton
              aria-label={t('events.search.clear')}
              onClick={() => {
                setTyped('');
                onChange({ search: null });
              }}
            />
          )
        }
        value={typed}
        error={fault === null ? null : t(`events.search.${fault}`)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => take(where)}
        onKeyDown={(event) => event.key === 'Enter' && take(where)}
      />
    </div>
  );
}
