import { REPORT_FORMAT_NAMES, REPORT_FORMATS, type ReportFormat } from '@leakwatch/vocabulary';
import { Menu } from '@mantine/core';
import { type ReactElement, useLayoutEffect, useRef } from 'react';

interface ReportFormatMenuProps {
  readonly target: ReactElement;
  readonly onChoose: (format: ReportFormat) => void;
  readonly opened: boolean;
  readonly onOpened: (opened: boolean) => void;
  /** Called when the target is there; the menu is opened after that. */
  readonly onShown: () => void;
}

/** The formats of a report; opened at once, because it is loaded when it is asked for. */
export function ReportFormatMenu({ target, onChoose, opened, onOpened, onShown }: ReportFormatMenuProps) {
  const shown = useRef(onShown);
  useLayoutEffect(() => shown.current(), []);
  return (
    <Menu opened={opened} onChange={onOpened} position="bottom-end" portalProps={{ target: 'main' }} withInitialFocusPlaceholder={false}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {REPORT_FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => onChoose(format)}>
            {REPORT_FORMAT_NAMES[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
