import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { SearchIcon } from '@primer/octicons-react';
import { useState } from 'react';

const PAUSE_MS = 300;
const LONGEST = 200;

/** Searches after a pause in typing. `label` says what is searched. */
export function SearchField({ text, label, onSearch }: { text: string; label: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const search = useDebouncedCallback((wanted: string) => onSearch(wanted.trim()), PAUSE_MS);
  const [seen, setSeen] = useState(text);
  if (seen !== text) {
    setSeen(text);
    // "Back" and "clear" change the URL without the field. A change of the URL that typing caused leaves the field as typed.
    if (typed.trim() !== text) setTyped(text);
  }
  return (
    <TextInput
      type="search"
      w={240}
      maxLength={LONGEST}
      aria-label={label}
      placeholder={label}
      leftSection={<SearchIcon size={14} />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
    />
  );
}
