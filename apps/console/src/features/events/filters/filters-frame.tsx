import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { type RefObject, Suspense, useCallback, useMemo, useRef } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useStoredFlag } from '../../../shared/lib/use-stored-flag.ts';
import { useLater } from '../../../shared/later/later.ts';
import { SkeletonRows } from '../../../shared/ui/blocks.tsx';
import classes from '../events-page.module.css';
import { FilterDrawer, FilterSidebar } from '../late-parts.ts';
import type { EventFilters, FilterChange } from './event-filters.ts';

/** Below this width the filters are a drawer, which does not push the list below the first screen. */
const NARROW = '(max-width: 900px)';

interface FiltersFrame {
  readonly narrow: boolean;
  /** Whether the filters are in view. */
  readonly shown: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
  /** Shows the filters and moves the focus there. */
  readonly focus: () => void;
}

/** Whether the filters are shown, which this browser remembers for the sidebar, not for the drawer; and the element that they stand in. */
export function useFiltersFrame(): readonly [FiltersFrame, RefObject<HTMLDivElement | null>] {
  const [sidebar, toggleSidebar] = useStoredFlag('leakwatch.sidebar', true);
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const [drawer, { open, close }] = useDisclosure(false);
  const box = useRef<HTMLDivElement>(null);
  const focus = useCallback(() => {
    if (narrow) return open();
    if (!sidebar) toggleSidebar();
    // The sidebar may be rendered only after this.
    requestAnimationFrame(() => box.current?.querySelector('input')?.focus());
  }, [narrow, sidebar, open, toggleSidebar]);
  return [{ narrow, shown: narrow ? drawer : sidebar, toggle: narrow ? open : toggleSidebar, close, focus }, box];
}

interface FiltersProps {
  readonly frame: FiltersFrame;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly filters: EventFilters;
  readonly staff: boolean;
  readonly total: number;
  readonly onChange: (change: FilterChange) => void;
  readonly onClear: () => void;
}

/** Placeholders of about the size of the filters. */
const SKELETON = { rows: 4, height: 150 };

/** The filters beside the list, or in a drawer. They are loaded after the first events. */
export function Filters({ frame, box, filters, staff, total, onChange, onClear }: FiltersProps) {
  const { t } = useTexts();
  const later = useLater();
  // Not rendered again with every key that moves through the list.
  const sidebar = useMemo(
    () => <FilterSidebar filters={filters} staff={staff} onChange={onChange} onClear={onClear} />,
    [filters, staff, onChange, onClear],
  );
  if (frame.narrow)
    return (
      <Suspense>
        {later && (
          <FilterDrawer opened={frame.shown} total={total} onClose={frame.close}>
            {sidebar}
          </FilterDrawer>
        )}
      </Suspense>
    );
  if (!frame.shown) return null;
  const skeleton = <SkeletonRows {...SKELETON} />;
  return (
    <div ref={box} role="search" aria-label={t('events.filters.title')} className={`${classes['sidebar']} lw-no-print`}>
      {later ? <Suspense fallback={skeleton}>{sidebar}</Suspense> : skeleton}
    </div>
  );
}
