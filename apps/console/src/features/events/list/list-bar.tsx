import type { TriageStatus } from '@leakwatch/vocabulary';
import { ActionIcon, Button, Checkbox, Indicator, Text } from '@mantine/core';
import { CommentIcon, PersonIcon, QuestionIcon, SidebarCollapseIcon, SidebarExpandIcon, SyncIcon } from '@primer/octicons-react';
import type { ReactNode, Ref } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import classes from '../events-page.module.css';
import { StatusButtons } from '../status/status-buttons.tsx';

interface ListBarProps {
  /** The element of the bar. */
  readonly box: Ref<HTMLDivElement>;
  readonly total: number | null;
  /** Of the events; null where they are too many to be counted. */
  readonly rows: number | null;
  readonly autoFiltered: number;
  /** Selected events, those of other pages among them. */
  readonly selected: number;
  /** Those of this page. */
  readonly selectedHere: number;
  /** Whether all of this page are. */
  readonly isWhole: boolean;
  readonly selectable: number;
  /** All events that match are selected, also those of other pages. */
  readonly everything: boolean;
  readonly busy: boolean;
  readonly loading: boolean;
  readonly sidebar: boolean;
  /** How many filters are set, beside the status. */
  readonly narrowedBy: number;
  readonly onSidebar: () => void;
  readonly onSelectAll: (all: boolean) => void;
  readonly onUnselect: () => void;
  readonly onStatus: (status: TriageStatus) => void;
  readonly onEverything: () => void;
  readonly onAssign: () => void;
  readonly onComment: () => void;
  readonly onRefresh: () => void;
  readonly onHelp: () => void;
  /** Actions for the whole list. */
  readonly children: ReactNode;
}

/**
 * The bar above the list: the number of events, selecting all, and changing the selected ones. It stays in view. What concerns the whole list gives way to
 * what is done with the selected ones: with both it would take another line, and the rows would move under the pointer.
 */
export function ListBar(props: ListBarProps) {
  const { t } = useTexts();
  const { box, total, selected, selectedHere, selectable, isWhole, autoFiltered } = props;
  const elsewhere = props.everything ? 0 : selected - selectedHere;
  const sidebarText = t(props.sidebar ? 'events.filters.hide' : 'events.filters.show');
  return (
    <div ref={box} className={`${classes['bar']} lw-no-print`}>
      <Indicator label={props.narrowedBy} disabled={props.narrowedBy === 0} size={16}>
        <ActionIcon aria-label={sidebarText} title={sidebarText} aria-expanded={props.sidebar} onClick={props.onSidebar}>
          {props.sidebar ? <SidebarExpandIcon /> : <SidebarCollapseIcon />}
        </ActionIcon>
      </Indicator>
      <Checkbox
        aria-label={t('events.select_all')}
        title={t('events.select_all')}
        disabled={selectable === 0}
        checked={isWhole}
        indeterminate={selectedHere > 0 && !isWhole}
        onChange={(event) => props.onSelectAll(event.currentTarget.checked)}
      />
      {selected > 0 ? (
        <>
          <Text fw={600} role="status">
            {t('events.selected', { count: props.everything ? (total ?? selected) : selected })}
            {elsewhere > 0 && <span className={classes['dim']}>{` · ${t('events.selected_elsewhere', { count: elsewhere })}`}</span>}
          </Text>
          <Button variant="subtle" color="gray" onClick={props.onUnselect}>
            {t('events.unselect')}
          </Button>
          {!props.everything && isWhole && total !== null && total > selected && (
            <Button variant="subtle" onClick={props.onEverything}>
              {t('events.select_everything', { count: total })}
            </Button>
          )}
          <StatusButtons status={null} disabled={props.busy} label={t('events.set_status')} onChoose={props.onStatus} />
          <Button variant="default" disabled={props.busy} leftSection={<PersonIcon size={14} />} onClick={props.onAssign}>
            {t('events.assign.open')}
          </Button>
          <Button variant="default" disabled={props.busy} leftSection={<CommentIcon size={14} />} onClick={props.onComment}>
            {t('events.comments.write')}
          </Button>
        </>
      ) : (
        <Text role="status">
          {total !== null && <strong>{t('events.total', { count: total })}</strong>}
          {total !== null && props.rows !== null && props.rows < total && (
            <span className={classes['dim']}>{` ${t('events.in_rows', { count: props.rows })}`}</span>
          )}
          {total !== null && autoFiltered > 0 && (
            <span className={classes['dim']}>{` · ${t('events.filtered', { count: autoFiltered })}`}</span>
          )}
        </Text>
      )}
      {selected === 0 && (
        <div className={classes['right']}>
          <ActionIcon className={classes['keys']} aria-label={t('events.keys.open')} title={t('events.keys.open')} onClick={props.onHelp}>
            <QuestionIcon />
          </ActionIcon>
          {props.children}
          <Button variant="default" leftSection={<SyncIcon />} loading={props.loading} onClick={props.onRefresh}>
            {t('events.refresh')}
          </Button>
        </div>
      )}
    </div>
  );
}
