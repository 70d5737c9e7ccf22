import { Checkbox, Stack } from '@mantine/core';
import { CHOICE_STYLES, ChoiceLabel } from './choice-label.tsx';
import type { Choice } from './filter-choices.ts';
import classes from './filters.module.css';

interface ChoiceListProps {
  readonly label: string;
  readonly choices: readonly (Choice & { readonly text?: string; readonly disabled?: boolean; readonly title?: string })[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

/** Values with their numbers, of which a person chooses any. */
export function ChoiceList({ label, choices, chosen, onChange }: ChoiceListProps) {
  return (
    <Checkbox.Group label={label} value={[...chosen]} onChange={onChange}>
      <Stack gap={6} mt={6}>
        {choices.map(({ value, text = value, count, disabled = false, title }) => (
          <Checkbox
            key={value}
            value={value}
            disabled={disabled}
            title={title}
            className={classes['label']}
            styles={CHOICE_STYLES}
            label={<ChoiceLabel text={text} count={count} />}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
