import { REPORT_TEXT_MAX } from '@leakwatch/contracts';
import { storableText } from '@leakwatch/platform';
import type { UpstreamError } from './upstream-error.ts';

/** What an upstream said, as the admin service takes it: a report with half of a character would be refused as a whole. */
export const reportedText = ({ text = '' }: UpstreamError): string => storableText(text.slice(0, REPORT_TEXT_MAX));
