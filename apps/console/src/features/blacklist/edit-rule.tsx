import { Stack, Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { useGetRuleQuery } from '../../shared/blacklist/api.ts';
import { draftOfRule } from '../../shared/blacklist/rule-draft.ts';
import type { OnRuleSaved } from '../../shared/blacklist/use-save-rule.ts';
import { RuleForm } from '../../shared/blacklist/rule-form.tsx';
import { ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { DialogTitle } from '../../shared/ui/dialog-title.tsx';

interface EditRuleProps {
  readonly id: string;
  readonly onSaved: OnRuleSaved;
  readonly onClose: () => void;
}

const FIELDS = 4;

/** Loads the rule first, because the address alone may open the dialog. */
export function EditRule({ id, onSaved, onClose }: EditRuleProps) {
  const { t } = useTexts();
  const { currentData, error, refetch } = useGetRuleQuery(id, { refetchOnMountOrArgChange: true });
  if (currentData !== undefined)
    return <RuleForm start={draftOfRule(currentData)} saved={currentData} onSaved={onSaved} onClose={onClose} />;
  return (
    <Stack gap="md">
      <DialogTitle>{t('blacklist.edit_title')}</DialogTitle>
      {error === undefined && <SkeletonRows rows={FIELDS} height={36} />}
      {error !== undefined && toProblem(error).status === 404 && <Text c="dimmed">{t('blacklist.missing')}</Text>}
      {error !== undefined && toProblem(error).status !== 404 && (
        <ProblemBlock title={t('blacklist.rule_failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      )}
    </Stack>
  );
}
