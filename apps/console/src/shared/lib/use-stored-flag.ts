import { useState } from 'react';
import { readStored, writeStored } from './storage.ts';

/** A flag that this browser remembers, and the function that toggles it. */
export function useStoredFlag(key: string, first: boolean): [boolean, () => void] {
  const [flag, setFlag] = useState(() => {
    const stored = readStored(key);
    return stored === null ? first : stored === 'yes';
  });
  const toggle = () => {
    writeStored(key, flag ? 'no' : 'yes');
    setFlag(!flag);
  };
  return [flag, toggle];
}
