import { SarifRules } from './sarif-rules.ts';
import { sarifResult } from './sarif-result.ts';
import type { ReportText } from './text-file.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/**
 * A SARIF 2.1.0 log with one run. The results come before the tool, because its rules are those that the results name: so the log is
 * written without a second pass over the events.
 */
export function sarifText(): ReportText {
  const rules = new SarifRules();
  let separator = '\n';
  return {
    head: `{"version":"2.1.0","$schema":"${SCHEMA}","runs":[{"columnKind":"utf16CodeUnits","results":[`,
    event(event) {
      const line = separator + JSON.stringify(sarifResult(event, rules.of(event)));
      separator = ',\n';
      return line;
    },
    tail: () => `\n],"tool":${JSON.stringify({ driver: { name: 'Leakwatch', rules: rules.all() } })}}]}\n`,
  };
}
