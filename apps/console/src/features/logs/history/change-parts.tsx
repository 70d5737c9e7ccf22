import type { ChangePart, TaskChangeEntry } from '@leakwatch/contracts';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import classes from '../logs.module.css';

/** Number of list entries that are shown before "more". */
const SHOWN = 5;

function Values({ part }: { part: ChangePart }) {
  const { t } = useTexts();
  const single = part.old.length <= 1 && part.new.length <= 1;
  const values = [...part.old.map((value) => ({ value, gone: true })), ...part.new.map((value) => ({ value, gone: false }))].map(
    ({ value, gone }, at) =>
      gone ? (
        <del key={at} className={classes['gone']}>
          {value}
        </del>
      ) : (
        <ins key={at} className={classes['came']}>
          {value}
        </ins>
      ),
  );
  if (single && values.length === 2)
    return (
      <>
        {values[0]} <span aria-hidden="true">→</span> {values[1]}
      </>
    );
  return (
    <>
      {values.slice(0, SHOWN)}
      {values.length > SHOWN && (
        <details className={classes['more']}>
          <summary>{t('history.more', { number: values.length - SHOWN })}</summary>
          {values.slice(SHOWN)}
        </details>
      )}
    </>
  );
}

/** Old and new values, from the structured parts and not from the HTML, so that no markup is trusted. */
export function ChangeParts({ entry }: { entry: TaskChangeEntry }) {
  if (entry.changes.length === 0) return <>{entry.summary}</>;
  return (
    <dl className={classes['parts']}>
      {entry.changes.map((part) => (
        <div key={part.field}>
          <dt>{part.label}</dt>
          <dd>
            <Values part={part} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
