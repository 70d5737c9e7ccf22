import { useTexts } from '../i18n/use-texts.ts';

/** The title of the browser's tab. */
export function PageTitle({ title }: { title: string }) {
  const { t } = useTexts();
  return <title>{`${title} · ${t('common.product')}`}</title>;
}
