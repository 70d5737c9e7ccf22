import { ActionIcon } from '@mantine/core';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { lineNumbers, type Segment } from '../lib/line-numbers.ts';
import { type Piece, readMarkedLines } from '../lib/marked-lines.ts';
import { CodeLine, CodeText, MARK, VALUE } from './code-line.tsx';
import classes from './code-view.module.css';
import { WordWrapIcon } from './word-wrap-icon.tsx';

/** Room for a number of six digits. */
const NUMBER_WIDTH = '56px';

const SYNTAX = /[\\^$.*+?()[\]{}|]/g;

/** Finds masked values, the longest first; null without any. A mask alone would be found in texts that hold no value. */
function finderOf(values: readonly string[]): RegExp | null {
  const whole = values.filter((value) => value.length > 1).toSorted((a, b) => b.length - a.length);
  return whole.length === 0 ? null : new RegExp(`(${whole.map((value) => value.replaceAll(SYNTAX, '\\$&')).join('|')})`, 'u');
}

function PieceText({ piece, finder }: { piece: Piece; finder: RegExp | null }) {
  const body =
    finder === null || piece.code !== null ? (
      <CodeText text={piece.text} code={piece.code} />
    ) : (
      piece.text.split(finder).map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          <strong key={at} className={VALUE}>
            {part}
          </strong>
        ),
      )
    );
  return piece.marked ? <mark className={MARK}>{body}</mark> : body;
}

interface CodeViewProps {
  readonly content: string;
  readonly segments: readonly Segment[];
  readonly label: string;
  /** What leaked, masked as in the content; it is marked more strongly than the words that were searched. */
  readonly values?: readonly string[];
}

const NO_VALUES: readonly string[] = [];

/** Document text with our marks and line numbers. `content` is hostile: it only ever becomes text nodes. */
export function CodeView({ content, segments, label, values = NO_VALUES }: CodeViewProps) {
  const { t } = useTexts();
  const [wrap, setWrap] = useState(true);
  const lines = useMemo(() => readMarkedLines(content), [content]);
  const finder = useMemo(() => finderOf(values), [values]);
  const numbers = useMemo(() => lineNumbers(lines.length, segments), [lines, segments]);
  const box = useFirstMarkInView(wrap);
  return (
    <div className={classes['frame']}>
      <div ref={box} className={classes['scroll']} role="group" aria-label={label} tabIndex={0} data-wrap={wrap}>
        {lines.map((line, index) => (
          // Lines never move within one text, so their index is a key.
          <div key={index} className={classes['line']}>
            <CodeLine number={numbers[index]} numberWidth={NUMBER_WIDTH}>
              {line.map((piece, at) => (
                <PieceText key={at} piece={piece} finder={finder} />
              ))}
            </CodeLine>
          </div>
        ))}
      </div>
      <ActionIcon
        className={`${classes['wrap']} lw-no-print`}
        variant="default"
        aria-pressed={wrap}
        aria-label={t('common.wrap')}
        title={t('common.wrap')}
        onClick={() => setWrap(!wrap)}
      >
        <WordWrapIcon />
      </ActionIcon>
    </div>
  );
}

/**
 * Scrolls a box, never the page, to its first `<mark>`, which in a minified file may be far along a single line. Does so
 * again when `looks` changes.
 */
function useFirstMarkInView(looks: unknown): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    const mark = box?.querySelector('mark');
    if (box === null || mark === null || mark === undefined) return;
    const outer = box.getBoundingClientRect();
    const inner = mark.getBoundingClientRect();
    if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - box.clientHeight / 2;
    if (inner.left < outer.left || inner.right > outer.right) box.scrollLeft += inner.left - outer.left - box.clientWidth / 2;
  }, [looks]);
  return ref;
}
