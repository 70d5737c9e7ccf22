import type { EventText } from '@leakwatch/contracts';
import { Text } from '@mantine/core';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { findHits, MAX_HITS } from './find-hits.ts';
import { rowsOf } from './text-rows.ts';
import { TextTools } from './text-tools.tsx';
import { TextView } from './text-view.tsx';
import { useTextKeys } from './use-text-keys.ts';

interface TextReaderProps {
  readonly text: EventText;
  /** Number of the match to which the person jumped from another page; null for the first one of this page. */
  readonly startAt: number | null;
  readonly onPage: (page: number) => void;
  /** The match is on another page. */
  readonly onMatch: (number: number) => void;
}

/** A page of the text with its tools. The next and the previous one are hits of the search while there is one, else matches. */
export function TextReader({ text, startAt, onPage, onMatch }: TextReaderProps) {
  const { t } = useTexts();
  const content = text.text_full;
  const [wanted, setWanted] = useState('');
  const searched = useDeferredValue(wanted);
  const [wrap, setWrap] = useState(true);
  const firstHere = text.places.findIndex(({ page }) => page === text.page);
  const [match, setMatch] = useState(startAt ?? Math.max(0, firstHere));
  const [hit, setHit] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const rows = useMemo(() => rowsOf(content, text.first_line, text.continues_line), [content, text]);
  const matches = useMemo(() => text.places.filter(({ page }) => page === text.page), [text]);
  const hits = useMemo(() => findHits(content, searched), [content, searched]);
  const searching = searched !== '';
  const count = searching ? hits.length : text.places.length;
  const at = searching ? hit : match;
  const place = text.places[match];
  const current = searching ? hits[hit] : place?.page === text.page ? place : undefined;

  const jump = (step: 1 | -1) => {
    if (count === 0) return;
    const next = (at + step + count) % count;
    if (searching) return setHit(next);
    if (text.places[next]?.page === text.page) setMatch(next);
    else onMatch(next);
  };
  useTextKeys({ jump, field });
  return (
    <div>
      <TextTools
        field={field}
        wanted={wanted}
        onWanted={(value) => {
          setWanted(value);
          setHit(0);
        }}
        position={count === 0 ? 0 : at + 1}
        count={count}
        limited={searching && hits.length === MAX_HITS}
        searching={searching}
        onJump={jump}
        wrap={wrap}
        onWrap={() => setWrap(!wrap)}
        content={content}
        page={text.page}
        pages={text.pages}
        onPage={onPage}
      />
      {content === '' ? (
        <Text c="dimmed">{t('eventTools.text.empty')}</Text>
      ) : (
        <TextView content={content} rows={rows} matches={matches} hits={hits} current={current} wrap={wrap} />
      )}
    </div>
  );
}
