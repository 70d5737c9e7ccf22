/** An account of the machine under which git runs instead of that of the crawler. */
export interface GitAccount {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

// Of the process, as its umask is: no caller can forget it.
let ofProcess: GitAccount | undefined;

/** From now on every git of this process runs under this account; undefined: under that of the crawler. */
export function runGitUnder(account: GitAccount | undefined): void {
  ofProcess = account;
}

/** The account under which git runs; undefined: that of the crawler. */
export const gitAccount = (): GitAccount | undefined => ofProcess;

/** Options of a spawned process. Node drops the supplementary groups of root when a uid is given. */
export const asAccount = (account: GitAccount | undefined): { readonly uid?: number; readonly gid?: number } =>
  account === undefined ? {} : { uid: account.uid, gid: account.gid };
