import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { CodeLine, CodeText, MARK } from '../../../shared/ui/code-line.tsx';
import classes from './text-dialog.module.css';
import { piecesOf, type Range, type Row, rowAt, type RowPiece } from './text-rows.ts';

/** Height of a row that is not wrapped; in pixels, as in the style sheet. */
const ROW_HEIGHT = 20;
/** Rows that are drawn before and after those that are seen. */
const AROUND = 30;

interface TextViewProps {
  readonly content: string;
  readonly rows: readonly Row[];
  readonly matches: readonly Range[];
  readonly hits: readonly Range[];
  readonly current: Range | undefined;
  readonly wrap: boolean;
}

/** The rows of a text; only those that are seen are drawn. `content` is hostile: it only ever becomes text nodes. */
export function TextView({ content, rows, matches, hits, current, wrap }: TextViewProps) {
  const { t } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the rows are drawn again with each scroll: nothing here is memoised
  const rowsShown = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: AROUND,
  });
  const row = current === undefined ? null : rowAt(rows, current.start);
  useEffect(() => {
    if (row === null) return;
    rowsShown.scrollToIndex(row, { align: 'center' });
    // The place may be far along its line, and is drawn after the scroll.
    const frame = requestAnimationFrame(() => {
      const mark = box.current?.querySelector('[data-current]');
      mark?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
    return () => cancelAnimationFrame(frame);
  }, [rowsShown, row, current?.start]);
  useEffect(() => rowsShown.measure(), [rowsShown, wrap]);
  const last = rows.findLast(({ line }) => line !== null)?.line ?? 1;
  return (
    <div ref={box} className={classes['scroll']} role="group" aria-label={t('eventTools.text.title')} tabIndex={0} data-wrap={wrap}>
      <div className={classes['rows']} style={{ height: rowsShown.getTotalSize() }}>
        {rowsShown.getVirtualItems().map(({ index, start, key }) => {
          const shown = rows[index];
          return (
            shown !== undefined && (
              <div
                key={key}
                ref={rowsShown.measureElement}
                data-index={index}
                className={classes['row']}
                style={{ transform: `translateY(${start}px)` }}
              >
                <CodeLine number={shown.line} numberWidth={`${String(last).length + 3}ch`}>
                  {piecesOf(content, shown, { matches, hits, current }).map((piece, at) => (
                    <PieceText key={at} piece={piece} />
                  ))}
                </CodeLine>
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function PieceText({ piece }: { piece: RowPiece }) {
  const body = <CodeText text={piece.text} code={piece.code} />;
  if (!piece.match && !piece.hit && !piece.current) return body;
  return (
    <mark className={MARK} data-kind={piece.match ? 'match' : 'hit'} {...(piece.current && { 'data-current': true, 'aria-current': true })}>
      {body}
    </mark>
  );
}
