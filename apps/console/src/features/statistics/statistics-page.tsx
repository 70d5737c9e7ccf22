import { STATISTICS_TEMPLATES } from '@leakwatch/contracts';
import { Button, Group } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { readView, ViewControl } from '../../shared/charts/event-bars.tsx';
import { readId } from '../../shared/lib/read-id.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { EmptyBlock } from '../../shared/ui/blocks.tsx';
import { OrganisationSelect } from '../../shared/ui/organisation-select.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { PeriodChart } from './period-chart.tsx';

/** /settings/statistics: new events of an organisation in the last day and the last month. The address holds the organisation and the view. */
export function StatisticsPage() {
  const { t } = useTexts();
  const [params, change] = useAddress();
  const shown = readId(params, 'org');
  const view = readView(params);
  const [chosen, choose] = useState(shown);
  const show = (event: SyntheticEvent) => {
    event.preventDefault();
    change({ org: chosen });
  };
  return (
    <Section title={t('statistics.title')} lead={t('statistics.lead')} wide>
      <Group component="form" gap="md" onSubmit={show}>
        <OrganisationSelect labelled={false} width={240} placeholder={t('statistics.choose')} value={chosen} onChange={choose} />
        <Button type="submit" disabled={chosen === null}>
          {t('statistics.show')}
        </Button>
        {shown !== null && <ViewControl view={view} onChange={(value) => change({ view: value === 'table' ? value : null })} />}
      </Group>
      {shown === null ? (
        <EmptyBlock level={3} title={t('statistics.none')} hint={t('statistics.none_hint')} />
      ) : (
        STATISTICS_TEMPLATES.map((template) => <PeriodChart key={`${shown} ${template}`} company={shown} template={template} view={view} />)
      )}
    </Section>
  );
}
