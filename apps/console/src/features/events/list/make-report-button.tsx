import { Anchor, Button, Stack, Text } from '@mantine/core';
import { TableIcon, TriangleDownIcon } from '@primer/octicons-react';
import type { ReportFormat } from '@leakwatch/vocabulary';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useNavigate } from 'react-router-dom';
import { toProblem } from '../../../shared/api/problem.ts';
import { useCreateReportMutation, useListReportsQuery } from '../../../shared/api/reports.ts';
import { withTexts } from '../../../shared/i18n/i18n.ts';
import { notifyUnsent } from '../../../shared/lib/sent-changes.ts';
import { hideNotice, notifyAction } from '../../../shared/ui/notify.tsx';
import { type EventFilters, toFilters } from '../filters/event-filters.ts';
import { LATER_TEXTS } from '../screen-texts.ts';
import { NEWEST_REPORT } from './newest-report.ts';

/** How long messages about reports are shown; in milliseconds. */
const MESSAGE_MS = 2000;
const ReportFormatMenu = lazy(async () => ({
  default: (await withTexts(() => import('./report-format-menu.tsx'), LATER_TEXTS)).ReportFormatMenu,
}));

/** Requests a report of all pages of the list: a spreadsheet, or another format of the menu beside it. */
export function MakeReportButton({ filters }: { filters: EventFilters }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { data } = useListReportsQuery(NEWEST_REPORT);
  const [create, { isLoading }] = useCreateReportMutation();
  const [chooses, setChooses] = useState(false);
  const [opened, setOpened] = useState(false);
  const arrow = useRef<HTMLButtonElement>(null);
  const state = {
    variant: 'default',
    disabled: data?.allowed !== true,
    title: data?.allowed === false ? t('events.report.not_allowed') : undefined,
  };

  /** The button of the menu is another element than the one that was pressed: the menu gives the focus back to what has it when it opens. */
  const openMenu = () => {
    arrow.current?.focus();
    setOpened(true);
  };
  const make = async (format: ReportFormat, chosen = toFilters(filters)): Promise<void> => {
    const result = await create({ filters: chosen, format });
    if (result.error !== undefined) {
      const problem = toProblem(result.error);
      return void notifyUnsent(t('events.report.failed', { status: problem.status }), problem, () => void make(format, chosen));
    }
    const { id } = result.data;
    const open = () => {
      hideNotice(id);
      void navigate('/reports');
    };
    const message = (
      <Stack gap="xs" align="flex-start">
        <Text>{t('events.report.queued')}</Text>
        <Anchor component="button" onClick={open}>
          {t('events.report.open')}
        </Anchor>
      </Stack>
    );
    notifyAction(id, message, MESSAGE_MS);
  };
  const others = (
    <Button ref={arrow} {...state} px="xs" aria-label={t('events.report.formats')} aria-haspopup="menu" onClick={() => setChooses(true)}>
      <TriangleDownIcon />
    </Button>
  );
  return (
    <Button.Group>
      <Button {...state} leftSection={<TableIcon />} loading={isLoading} onClick={() => void make('xls')}>
        {t('events.report.make')}
      </Button>
      {chooses ? (
        <Suspense fallback={others}>
          <ReportFormatMenu
            target={others}
            onChoose={(format) => void make(format)}
            opened={opened}
            onOpened={setOpened}
            onShown={openMenu}
          />
        </Suspense>
      ) : (
        others
      )}
    </Button.Group>
  );
}
