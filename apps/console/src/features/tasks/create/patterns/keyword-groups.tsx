import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useTexts } from '../../../../shared/i18n/use-texts.ts';
import { toProblem } from '../../../../shared/api/problem.ts';
import { ProblemBlock, SkeletonRows } from '../../../../shared/ui/blocks.tsx';
import { useListKeywordGroupsQuery } from '../../api.ts';
import classes from '../create.module.css';
import type { KeywordDraft } from '../draft/draft.ts';
import { KeywordGroup } from './keyword-group.tsx';

/** Keyword groups that are combined with every public domain: all, some, or single words of a group. */
interface KeywordGroupsProps {
  readonly chosen: readonly KeywordDraft[];
  readonly onChange: (keywords: readonly KeywordDraft[]) => void;
}

export function KeywordGroups({ chosen, onChange }: KeywordGroupsProps) {
  const { t } = useTexts();
  const { data: groups, error, refetch } = useListKeywordGroupsQuery();
  if (groups === undefined) {
    if (error === undefined) return <SkeletonRows rows={4} height={28} />;
    return <ProblemBlock title={t('create.groups_failed')} problem={toProblem(error)} onRetry={() => void refetch()} />;
  }
  const all = [...new Map(groups.flatMap(({ keywords }) => keywords).map((one) => [one.id, one])).values()];
  const set = new Set(chosen.map(({ id }) => id));
  const there = new Set(all.map(({ id }) => id));
  const choose = (keywords: readonly KeywordDraft[], on: boolean) => {
    const touched = new Set(keywords.map(({ id }) => id));
    const others = chosen.filter(({ id }) => !touched.has(id));
    onChange(on ? [...others, ...keywords] : others);
  };
  const selected = all.filter(({ id }) => set.has(id)).length;
  const gone = chosen.filter(({ id }) => !there.has(id));
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        {groups.length === 0 ? (
          <Text c="dimmed">{t('create.groups_empty')}</Text>
        ) : (
          <Checkbox
            label={t('create.groups_all')}
            checked={selected === all.length}
            indeterminate={selected > 0 && selected < all.length}
            onChange={(event) => choose(all, event.currentTarget.checked)}
          />
        )}
        {(groups.length > 0 || chosen.length > 0) && (
          <Group gap="sm">
            {groups.length > 0 && <Text c="dimmed">{t('create.groups_selected', { selected, total: all.length })}</Text>}
            <Button variant="subtle" color="gray" disabled={chosen.length === 0} onClick={() => onChange([])}>
              {t('create.groups_clear')}
            </Button>
          </Group>
        )}
      </Group>
      {groups.length > 0 && (
        <div className={classes['groups']} role="group" aria-label={t('create.groups')}>
          {groups.map((group) => (
            <KeywordGroup key={group.id} group={group} chosen={set} onChoose={choose} />
          ))}
        </div>
      )}
      {gone.length > 0 && (
        <Text c="dimmed" className="lw-break">
          {t('create.form.keywords_gone', { words: gone.map(({ name }) => name).join(', ') })}
        </Text>
      )}
    </Stack>
  );
}
