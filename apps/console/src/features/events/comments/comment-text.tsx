import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import classes from './comments.module.css';
import { foldText } from './fold-text.ts';

/** What a comment says; a long one is folded, and shown whole on demand. */
export function CommentText({ text }: { text: string }) {
  const { t } = useTexts();
  const [isWhole, setWhole] = useState(false);
  const start = foldText(text);
  return (
    <>
      <p className={classes['text']}>{start === null || isWhole ? text : `${start}…`}</p>
      {start !== null && (
        <Button variant="subtle" size="compact-sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {t(isWhole ? 'events.comments.fold' : 'events.comments.whole')}
        </Button>
      )}
    </>
  );
}
