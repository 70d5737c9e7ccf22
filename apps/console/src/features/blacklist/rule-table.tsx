import type { BlacklistRuleRow } from '@leakwatch/contracts';
import { comparedNames } from '@leakwatch/rules';
import { ActionIcon, Anchor, Group, Table } from '@mantine/core';
import { MoveToEndIcon, PencilIcon, TrashIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { useRuleName } from '../../shared/blacklist/use-rule-name.ts';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { SourceIcon } from '../../shared/ui/source-icon.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';
import classes from './blacklist.module.css';
import { usePersonName } from '../../shared/i18n/use-person-name.ts';

interface RuleTableProps {
  readonly rules: readonly BlacklistRuleRow[];
  /** Names of organisations by id, when rules of several are shown. */
  readonly organisations: ReadonlyMap<string, string> | null;
  readonly onEdit: (rule: BlacklistRuleRow) => void;
  readonly onMove: (rule: BlacklistRuleRow) => void;
  readonly onDelete: (rule: BlacklistRuleRow) => void;
}

type RowProps = Omit<RuleTableProps, 'rules'> & { readonly rule: BlacklistRuleRow };

function Actions({ rule, onEdit, onMove, onDelete }: RowProps) {
  const { t } = useTexts();
  const name = useRuleName()(rule);
  const action = (text: string, picture: ReactNode, act: () => void) => (
    <ActionIcon variant="default" size={30} aria-label={`${text}: ${name}`} title={text} onClick={act}>
      {picture}
    </ActionIcon>
  );
  return (
    <Group gap="xs" wrap="nowrap">
      {action(t('blacklist.edit'), <PencilIcon size={16} />, () => onEdit(rule))}
      {action(t('blacklist.move.action'), <MoveToEndIcon size={16} />, () => onMove(rule))}
      {action(t('blacklist.delete.action'), <TrashIcon size={16} />, () => onDelete(rule))}
    </Group>
  );
}

function Row(props: RowProps) {
  const { t } = useTexts();
  const personName = usePersonName();
  const { rule, organisations } = props;
  const needs = comparedNames(rule.block_type);
  const whichever = <span className={classes['dim']}>{t('blacklist.any')}</span>;
  return (
    <Table.Tr>
      <Table.Td className={`${classes['name']} lw-break`}>{needs.owner ? rule.rule_owner : whichever}</Table.Td>
      <Table.Td className={`${classes['name']} lw-break`}>{needs.repository ? rule.rule_repo : whichever}</Table.Td>
      <Table.Td>
        <span className={classes['source']}>
          <SourceIcon source={rule.source_type} />
          {t(`common.sources.${rule.source_type}`)}
        </span>
      </Table.Td>
      <Table.Td className="lw-break" miw={140}>
        {rule.task === null ? (
          <span className={classes['dim']}>{t('blacklist.all_tasks')}</span>
        ) : (
          <Anchor component={Link} to={`/task/${rule.task}`} inherit>
            {rule.task_name ?? rule.task}
          </Anchor>
        )}
      </Table.Td>
      {organisations !== null && <Table.Td className="lw-break">{organisations.get(rule.company) ?? rule.company}</Table.Td>}
      <Table.Td className={`${classes['author']} lw-break`}>{personName(rule.author)}</Table.Td>
      <Table.Td>
        <TimeText at={rule.update_at} relative />
      </Table.Td>
      <Table.Td>
        <Actions {...props} />
      </Table.Td>
    </Table.Tr>
  );
}

/** The rules of a page with their actions. */
export function RuleTable(props: RuleTableProps) {
  const { t } = useTexts();
  return (
    <ColumnTable
      minWidth={1040}
      columns={[
        { name: t('blacklist.rule_owner') },
        { name: t('blacklist.rule_repo') },
        { name: t('blacklist.source') },
        { name: t('blacklist.task') },
        ...(props.organisations === null ? [] : [{ name: t('common.organisation.label') }]),
        { name: t('blacklist.author') },
        { name: t('blacklist.changed') },
      ]}
      actions={t('blacklist.actions')}
    >
      {props.rules.map((rule) => (
        <Row key={rule.id} {...props} rule={rule} />
      ))}
    </ColumnTable>
  );
}
