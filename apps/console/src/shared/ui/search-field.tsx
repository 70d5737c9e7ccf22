import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { SearchIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const PAUSE_MS = 300;

/** Searches as one types, after a pause. */
export function TitleSearch({ title, onSearch }: { title: string; onSearch: (title: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(title);
  const search = useDebouncedCallback((text: string) => onSearch(text.trim()), PAUSE_MS);
  const [seen, setSeen] = useState(title);
  if (seen !== title) {
    setSeen(title);
    // 'Back' and 'clear' change the URL without the field; an answer to typing leaves the field as typed.
    if (typed.trim() !== title) setTyped(title);
  }
  return (
    <TextInput
      type="search"
      w={240}
      maxLength={200}
      aria-label={t('tasks.search')}
      placeholder={t('tasks.search')}
      leftSection={<SearchIcon size={14} />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
    />
  );
}
