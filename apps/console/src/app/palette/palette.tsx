import { Anchor, Kbd, Modal, Text, TextInput } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useReturnFocus } from '../../shared/lib/use-return-focus.ts';
import { type Entry, findEntries, type Group } from './entries.ts';
import classes from './palette.module.css';
import { recentIds, rememberId } from './recent.ts';
import { useEntries } from './use-entries.ts';

/** The longest name of a task or view, and any link to an event. */
const LONGEST = 300;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Finds pages, tasks, saved views, events by their id, and what can be done now; works with the keyboard alone. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  useReturnFocus();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  // What is chosen now changes the order the next time.
  const [recent] = useState(recentIds);
  const listId = useId();
  const { entries, isPartial, retry } = useEntries(typed);
  const groups = findEntries(entries, typed, recent);
  const found = groups.flatMap((group) => group.entries);
  const active = found[Math.min(at, found.length - 1)];
  const optionId = (entry: Entry) => `${listId}-${found.indexOf(entry)}`;
  const choose = (entry: Entry) => {
    rememberId(entry.id);
    onClose();
    entry.run();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (active === undefined || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step === undefined) choose(active);
    else setAt((found.indexOf(active) + step + found.length) % found.length);
  };
  return (
    <Modal opened onClose={onClose} withCloseButton={false} size="lg" yOffset="10vh" centered={false} padding={0}>
      <Modal.Title className="lw-hidden">{t('palette.title')}</Modal.Title>
      <TextInput
        data-autofocus
        className={classes['field']}
        size="md"
        variant="unstyled"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active === undefined ? undefined : optionId(active)}
        aria-label={t('palette.title')}
        placeholder={t('palette.placeholder')}
        leftSection={<SearchIcon />}
        maxLength={LONGEST}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <div className={classes['list']} role="listbox" id={listId} aria-label={t('palette.results')}>
        {groups.map((group) => (
          <Results key={group.kind} group={group} active={active} idOf={optionId} onChoose={choose} />
        ))}
      </div>
      <Text className={classes['foot']} c="dimmed" role="status">
        {found.length === 0 ? t('palette.nothing') : t('palette.found', { count: found.length })}
        {isPartial && (
          <span className={classes['partial']}>
            {t('palette.partial')}{' '}
            <Anchor component="button" type="button" onClick={retry}>
              {t('common.retry')}
            </Anchor>
          </span>
        )}
      </Text>
    </Modal>
  );
}

interface ResultsProps {
  readonly group: Group;
  readonly active: Entry | undefined;
  readonly idOf: (entry: Entry) => string;
  readonly onChoose: (entry: Entry) => void;
}

function Results({ group, active, idOf, onChoose }: ResultsProps) {
  const { t } = useTexts();
  const heading = useId();
  return (
    <div role="group" aria-labelledby={heading}>
      <div id={heading} className={classes['heading']}>
        {t(`palette.group.${group.kind}`)}
      </div>
      {group.entries.map((entry) => (
        <Result key={entry.id} id={idOf(entry)} entry={entry} isActive={entry.id === active?.id} onChoose={onChoose} />
      ))}
    </div>
  );
}

interface ResultProps {
  readonly id: string;
  readonly entry: Entry;
  readonly isActive: boolean;
  readonly onChoose: (entry: Entry) => void;
}

/** The focus stays in the field, so an option takes no key of its own. */
function Result({ id, entry, isActive, onChoose }: ResultProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <div
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes['option']}
      onClick={() => onChoose(entry)}
    >
      <span className={classes['title']}>{entry.title}</span>
      {entry.about !== null && <span className={classes['about']}>{entry.about}</span>}
      {entry.shortcut !== null && <Kbd>{entry.shortcut}</Kbd>}
    </div>
  );
}
