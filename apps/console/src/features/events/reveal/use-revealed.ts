import type { AnswerOf, revealEvent } from '@leakwatch/contracts';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { notifyProblem } from '../../../shared/ui/notify.tsx';
import { useRevealEventMutation } from './api.ts';

export type RevealedText = AnswerOf<typeof revealEvent>;

export interface Revealed {
  /** The text with its values; null while they are masked. */
  readonly text: RevealedText | null;
  readonly busy: boolean;
  readonly show: () => void;
  readonly hide: () => void;
}

/** The values of an event, masked until the person asks, and again after the time that the server gives. */
export function useRevealed(id: string): Revealed {
  const { t } = useTexts();
  const [ask, { isLoading, reset }] = useRevealEventMutation();
  const [text, setText] = useState<RevealedText | null>(null);
  useEffect(() => {
    if (text === null) return undefined;
    const timer = setTimeout(() => setText(null), new Date(text.revealed_until).getTime() - Date.now());
    return () => clearTimeout(timer);
  }, [text]);
  const show = async () => {
    try {
      setText(await ask(id).unwrap());
      reset();
    } catch (error) {
      notifyProblem(t('eventTools.reveal.failed'), error);
    }
  };
  return { text, busy: isLoading, show: () => void show(), hide: () => setText(null) };
}
