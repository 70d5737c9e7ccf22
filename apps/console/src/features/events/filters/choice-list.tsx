import { Checkbox, Stack } from '@mantine/core';
import { ChoiceLabel } from './choice-label.tsx';
import type { Choice } from './filter-choices.ts';
import classes from './filters.module.css';

/** Gives full width to the label, so that numbers stand below each other. */
const FULL_WIDTH = { body: { width: '100%' }, labelWrapper: { flex: 1, minWidth: 0 }, label: { width: '100%' } } as const;

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
            styles={FULL_WIDTH}
            label={<ChoiceLabel text={text} count={count} />}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
