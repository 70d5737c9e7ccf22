import { ActionIcon, Group, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { CheckIcon, ChevronDownIcon, ChevronLeftIcon, ChevronRightIcon, ChevronUpIcon, CopyIcon, SearchIcon } from '@primer/octicons-react';
import type { ReactNode, RefObject } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import classes from './text-dialog.module.css';
import { WordWrapIcon } from '../../../shared/ui/word-wrap-icon.tsx';

/** Longest text that is searched for. */
const LONGEST = 200;
/** How long "copied" is said; in milliseconds. */
const SAID_MS = 2000;

interface TextToolsProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly wanted: string;
  readonly onWanted: (text: string) => void;
  /** From 1; 0 where there is none. */
  readonly position: number;
  readonly count: number;
  /** There are more hits than are counted. */
  readonly limited: boolean;
  readonly searching: boolean;
  readonly onJump: (step: 1 | -1) => void;
  readonly wrap: boolean;
  readonly onWrap: () => void;
  readonly content: string;
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

function Tool({
  label,
  disabled,
  pressed,
  onClick,
  children,
}: {
  label: string;
  disabled?: boolean;
  pressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <ActionIcon
      variant="default"
      size={32}
      aria-label={label}
      title={label}
      className={classes['tool']}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      disabled={disabled === true}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}

/** Search, jumps, wrapping, copying and pages. */
export function TextTools(props: TextToolsProps) {
  const { t } = useTexts();
  const { field, wanted, onWanted, position, count, limited, searching, onJump, wrap, onWrap, content, page, pages, onPage } = props;
  const { copy, copied } = useClipboard({ timeout: SAID_MS });
  const none = count === 0;
  const kind = searching ? 'hit' : 'match';
  return (
    <Group gap="xs" mb="xs">
      <TextInput
        ref={field}
        type="search"
        w={220}
        maxLength={LONGEST}
        aria-label={t('eventTools.text.search')}
        placeholder={t('eventTools.text.search')}
        leftSection={<SearchIcon size={14} />}
        value={wanted}
        onChange={(event) => onWanted(event.currentTarget.value)}
      />
      <Tool label={t(`eventTools.text.previous_${kind}`)} disabled={none} onClick={() => onJump(-1)}>
        <ChevronUpIcon />
      </Tool>
      <Tool label={t(`eventTools.text.next_${kind}`)} disabled={none} onClick={() => onJump(1)}>
        <ChevronDownIcon />
      </Tool>
      <Text role="status" miw={130}>
        {none ? t(`eventTools.text.no_${kind}`) : t(`eventTools.text.at_${kind}`, { position, total: limited ? `${count}+` : count })}
      </Text>
      <Group gap="xs" ml="auto">
        {pages > 1 && (
          <>
            <Tool label={t('eventTools.text.previous_part')} disabled={page === 0} onClick={() => onPage(page - 1)}>
              <ChevronLeftIcon />
            </Tool>
            <Text title={t('eventTools.text.part_hint')}>{t('eventTools.text.part', { page: page + 1, pages })}</Text>
            <Tool label={t('eventTools.text.next_part')} disabled={page + 1 === pages} onClick={() => onPage(page + 1)}>
              <ChevronRightIcon />
            </Tool>
          </>
        )}
        <Tool label={t('common.wrap')} pressed={wrap} onClick={onWrap}>
          <WordWrapIcon />
        </Tool>
        {'clipboard' in navigator && (
          <Tool label={t(copied ? 'common.copied' : 'eventTools.text.copy')} onClick={() => copy(content)}>
            {copied ? <CheckIcon /> : <CopyIcon />}
          </Tool>
        )}
      </Group>
    </Group>
  );
}
