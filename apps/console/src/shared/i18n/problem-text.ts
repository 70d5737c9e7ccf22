import { shownTexts } from './shown-texts.ts';
import { useTexts } from './use-texts.ts';
import type { Problem } from '../api/problem.ts';
import { formatWait } from '../lib/dates.ts';
import type { Catalogue } from './catalogue.ts';

type BaseErrorCode = keyof Catalogue['baseErrors'];
type ErrorCode = keyof Catalogue['errors'];
type FaultCode = keyof Catalogue['faults'];
type ReasonCode = keyof Catalogue['reasons'];
type RepositoryFault = keyof Catalogue['repositoryFaults'];

/** Texts for codes of the server: a known code has its own text, any other one a general text. */
export interface CodeTexts {
  /** The text of a refusal. The general one names the code, for support. */
  readonly problem: (problem: Problem) => string;
  readonly fault: (code: string) => string;
  /** The text above the buttons of a form: with the faults of fields that do not show theirs. null where the fields say it all. */
  readonly refusal: (problem: Problem, isShown: (field: string) => boolean) => string | null;
  readonly reason: (code: string) => string;
  readonly repositoryFault: (code: string) => string;
}

/** The title of a failure. Of a change that got no answer it is not known whether it failed. */
export const failureTitle = (failed: string, code: string | undefined): string =>
  code === 'unanswered' ? shownTexts().t('baseErrors.unanswered_title') : failed;

export function useCodeTexts(): CodeTexts {
  const { t, exists, locale } = useTexts();
  const isBaseError = (code: string): code is BaseErrorCode => exists(`baseErrors.${code}`);
  const isError = (code: string): code is ErrorCode => exists(`errors.${code}`);
  const isFault = (code: string): code is FaultCode => exists(`faults.${code}`);
  const isReason = (code: string): code is ReasonCode => exists(`reasons.${code}`);
  const isRepositoryFault = (code: string): code is RepositoryFault => exists(`repositoryFaults.${code}`);
  const textOf = ({ code, details, requestId }: Problem): string => {
    const seconds = details['seconds'];
    // The limits count over minutes, an hour or a day: the server says how long this one lasts.
    if (code === 'too_many_requests' && typeof seconds === 'number')
      return t('baseErrors.too_many_requests_until', { when: formatWait(seconds, locale) });
    // A proxy before the gateway answered, so there is no number to send.
    if (code === 'internal' && requestId === null) return t('baseErrors.internal_unnamed');
    if (isError(code)) return t(`errors.${code}`, { ...details, code });
    return isBaseError(code) ? t(`baseErrors.${code}`, { ...details, code }) : t('baseErrors.unknown', { code });
  };
  const fault = (code: string): string => (isFault(code) ? t(`faults.${code}`) : t('faults.unknown'));
  return {
    problem: textOf,
    fault,
    refusal: (problem, isShown) => {
      const faults = Object.entries(problem.fields);
      const unseen = faults.filter(([field]) => !isShown(field));
      if (faults.length > 0 && unseen.length === 0) return null;
      // The name is the server's: whoever helps the person knows it.
      return [textOf(problem), ...unseen.map(([field, code]) => `${field}: ${fault(code)}`)].join('. ');
    },
    reason: (code) => (isReason(code) ? t(`reasons.${code}`) : t('reasons.unknown')),
    repositoryFault: (code) => (isRepositoryFault(code) ? t(`repositoryFaults.${code}`) : t('repositoryFaults.unknown')),
  };
}
