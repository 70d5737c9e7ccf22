import { useRef } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { notifyBriefly } from '../ui/notify.tsx';

/** Does one thing at a time with each row. What is pressed again before the answer is not asked and done again; it says that the first one runs. */
export function useOneEach(): (id: string, act: () => Promise<void>) => Promise<void> {
  const { t } = useTexts();
  const running = useRef(new Set<string>());
  return async (id, act) => {
    if (running.current.has(id)) return void notifyBriefly(t('common.slow'));
    running.current.add(id);
    try {
      await act();
    } finally {
      running.current.delete(id);
    }
  };
}
