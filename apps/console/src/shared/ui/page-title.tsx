import { useTranslation } from 'react-i18next';

/** The title of the browser's tab. */
export function PageTitle({ title }: { title: string }) {
  const { t } = useTranslation();
  return <title>{`${title} · ${t('common.product')}`}</title>;
}
