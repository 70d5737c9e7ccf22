import type { RegexTemplate } from '@leakwatch/contracts';
import { ActionIcon, Group, Table } from '@mantine/core';
import { type Icon, PencilIcon, TrashIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useTemplateTexts } from '../../shared/i18n/use-template-texts.ts';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { SeverityTag } from '../../shared/ui/severity-tag.tsx';
import classes from './regex-templates.module.css';

interface TemplateTableProps {
  readonly templates: readonly RegexTemplate[];
  /** Left out for the detectors of Leakwatch, which cannot be changed. */
  readonly actions?: {
    readonly onEdit: (id: string) => void;
    readonly onDelete: (template: RegexTemplate) => void;
  };
}

export function TemplateTable({ templates, actions }: TemplateTableProps) {
  const { t } = useTexts();
  const texts = useTemplateTexts();
  const action = (text: string, name: string, Picture: Icon, act: () => void) => (
    <ActionIcon variant="default" size={30} aria-label={`${text}: ${name}`} title={text} onClick={act}>
      <Picture size={16} />
    </ActionIcon>
  );
  const columns = [
    { id: 'name', name: t('regexTemplates.name'), min: 160 },
    ...(actions === undefined ? [{ id: 'kind', name: t('regexTemplates.kind'), min: 110 }] : []),
    { id: 'severity', name: t('regexTemplates.severity') },
    { id: 'regex', name: t('regexTemplates.regex'), min: 200 },
    { id: 'hint', name: t('regexTemplates.hint'), min: 180 },
  ];
  return (
    <ColumnTable
      table={actions === undefined ? 'detectors' : 'regex-templates'}
      minWidth={720}
      plain
      columns={columns}
      {...(actions !== undefined && { actions: t('regexTemplates.actions') })}
    >
      {templates.map((template) => (
        <Table.Tr key={template.id}>
          <Table.Td className="lw-break">{texts.name(template)}</Table.Td>
          {actions === undefined && <Table.Td>{template.kind !== null && t(`regexTemplates.kinds.${template.kind}`)}</Table.Td>}
          <Table.Td>
            <SeverityTag severity={template.severity} />
          </Table.Td>
          <Table.Td>
            <code className={classes['regex']}>{template.regex}</code>
          </Table.Td>
          <Table.Td className="lw-break">{texts.hint(template)}</Table.Td>
          {actions !== undefined && (
            <Table.Td>
              <Group gap="xs" wrap="nowrap">
                {action(t('regexTemplates.edit'), template.name, PencilIcon, () => actions.onEdit(template.id))}
                {action(t('regexTemplates.delete.action'), template.name, TrashIcon, () => actions.onDelete(template))}
              </Group>
            </Table.Td>
          )}
        </Table.Tr>
      ))}
    </ColumnTable>
  );
}
