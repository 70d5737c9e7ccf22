import type { Severity } from '@leakwatch/vocabulary';
import { AlertFillIcon, AlertIcon, DashIcon, DotFillIcon, type Icon } from '@primer/octicons-react';
import { useTexts } from '../i18n/use-texts.ts';
import { Tag } from './tag.tsx';

const ICONS: Readonly<Record<Severity, Icon>> = { critical: AlertFillIcon, high: AlertIcon, medium: DotFillIcon, low: DashIcon };

/** How bad a leak is, as word, icon and colour. */
export function SeverityTag({ severity, title }: { severity: Severity; title?: string }) {
  const { t } = useTexts();
  const Picture = ICONS[severity];
  return (
    <Tag tone={severity} icon={<Picture size={12} />} title={title}>
      {t(`severity.${severity}`)}
    </Tag>
  );
}
