import type { ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { nameParts } from '../lib/marked-lines.ts';
import classes from './code-line.module.css';

/** The class of a marked part of a line. */
export const MARK = classes['mark'];
/** The class of a value that leaked. */
export const VALUE = classes['value'];

interface CodeLineProps {
  readonly number: number | null | undefined;
  readonly numberWidth: string;
  readonly children: ReactNode;
}

/** The number and the text of a line of a document, in a row that the caller draws. An ancestor with `data-wrap` wraps long lines. */
export function CodeLine({ number, numberWidth, children }: CodeLineProps) {
  return (
    <>
      <span className={classes['number']} style={{ width: numberWidth }} aria-hidden="true">
        {number}
      </span>
      <code className={classes['text']} dir="ltr">
        {children}
      </code>
    </>
  );
}

/** A piece of a document's text: as it is, or the code of a character that cannot be seen. */
export function CodeText({ text, code }: { text: string; code: string | null }) {
  const { t } = useTexts();
  if (code === null) return <>{text}</>;
  return (
    <span className={classes['hidden']} title={t('common.hidden_character', { code })}>
      {code}
    </span>
  );
}

/** A name that whoever leaked chose: characters that cannot be seen, or that turn the direction of writing, are shown by their codes. */
export function NameText({ name }: { name: string }) {
  return nameParts(name).map((part, at) => <CodeText key={at} {...part} />);
}
