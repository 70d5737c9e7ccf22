import type { SourceCoverage } from '@leakwatch/contracts';
import { useTranslation } from 'react-i18next';
import { type Fact, FactList } from '../../../shared/ui/fact-list.tsx';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import classes from './details.module.css';

/** What was scanned of a source and what was not, so that "nothing found" differs from "not scanned". */
export function Coverage({ coverage, running }: { coverage: SourceCoverage; running: boolean }) {
  const { t } = useTranslation();
  const { parts, parts_failed: failed, total, scanned, unread, last_full_pass: full, next_launch: next } = coverage;
  const facts: Fact[] = [
    [t('tasks.coverage.scanned'), t('tasks.coverage.files', { scanned, total })],
    [
      t('tasks.coverage.unread'),
      <span key="unread" className={unread + failed > 0 ? classes['fault'] : undefined}>
        {failed > 0 ? t('tasks.coverage.unread_parts', { unread, failed, parts }) : t('tasks.coverage.unread_files', { unread })}
      </span>,
    ],
    [
      t('tasks.coverage.full'),
      full === null ? t(failed > 0 ? 'tasks.coverage.broken' : 'tasks.coverage.never') : <TimeText key="full" at={full} relative />,
    ],
    [
      t('tasks.coverage.next'),
      next === null ? t(running ? 'tasks.coverage.going' : 'tasks.coverage.stopped') : <TimeText key="next" at={next} relative />,
    ],
  ];
  return <FactList facts={facts} />;
}
