import { REPORT_FORMAT_NAMES, REPORT_FORMATS, type ReportFormat } from '@leakwatch/vocabulary';
import { Menu } from '@mantine/core';
import { type ReactElement, useLayoutEffect, useRef, useState } from 'react';

interface ReportFormatMenuProps {
  readonly target: ReactElement;
  readonly onChoose: (format: ReportFormat) => void;
  /** Called when the target is there, before the menu opens. */
  readonly onShown: () => void;
}

/** The formats of a report; opened at once, because it is loaded when it is asked for. */
export function ReportFormatMenu({ target, onChoose, onShown }: ReportFormatMenuProps) {
  const [opened, setOpened] = useState(false);
  const shown = useRef(onShown);
  // The menu gives the focus back to what has it when it opens.
  useLayoutEffect(() => {
    shown.current();
    setOpened(true);
  }, []);
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" portalProps={{ target: 'main' }} withInitialFocusPlaceholder={false}>
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
