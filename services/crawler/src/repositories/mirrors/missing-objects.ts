import { askGit, type GitConnection } from '../git/git-connection.ts';

/** Those of the objects that the mirror does not have. */
export async function notHere(connection: GitConnection, oids: readonly string[]): Promise<readonly string[]> {
  const missing: string[] = [];
  await askGit(connection, {
    args: ['cat-file', '--batch-check=%(objectname)'],
    input: [`${oids.join('\n')}\n`],
    onLine: (line) => {
      if (line.endsWith(' missing')) missing.push(line.slice(0, -' missing'.length));
    },
  });
  return missing;
}
