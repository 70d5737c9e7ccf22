import type { OpsCommand } from './command.ts';
import { sealedValues } from './sealed-values.ts';

export const showKeys: OpsCommand['run'] = async ({ databaseUrl, say }) => {
  for (const [place, counts] of await sealedValues(databaseUrl))
    for (const [version, count] of [...counts].sort(([one], [other]) => one - other)) say(`${place}  key ${version}  ${count}`);
};
