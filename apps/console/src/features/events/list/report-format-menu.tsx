import { REPORT_FORMAT_NAMES, REPORT_FORMATS, type ReportFormat } from '@leakwatch/vocabulary';
import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';

/** The formats of a report; opened at once, because it is loaded when it is asked for. */
export function ReportFormatMenu({ target, onChoose }: { target: ReactElement; onChoose: (format: ReportFormat) => void }) {
  return (
    <Menu defaultOpened position="bottom-end" portalProps={{ target: 'main' }} withInitialFocusPlaceholder={false}>
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
