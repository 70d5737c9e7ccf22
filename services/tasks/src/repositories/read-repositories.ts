import type { TaskBody } from '@leakwatch/contracts';
import { InvalidRequest, SETTINGS, Signer, soleKey, Vault } from '@leakwatch/platform';
import { type DroppedLine, type GitRemote, InvalidGitRemote, parseRemoteUrl, spellingOf } from '@leakwatch/rules';
import { Inject, Injectable } from '@nestjs/common';
import type { TasksSettings } from '../settings.ts';

export interface ReadRepository {
  /** Its position in the body, which a fault names. */
  readonly index: number;
  readonly title: string;
  readonly url: string;
  readonly defaultBranch: string;
  readonly remoteSource: string;
  readonly remote: GitRemote;
  readonly credentialScope: string;
}

/** A task's repositories, each once, however its address is spelt. */
export interface ReadRepositories {
  readonly repositories: readonly ReadRepository[];
  /** Duplicate addresses, with credentials masked. */
  readonly dropped: readonly DroppedLine[];
}

export const NO_REPOSITORIES: ReadRepositories = { repositories: [], dropped: [] };

/** The vault's context of a repository's credentials, so that a ciphertext copied to another repository cannot be opened. */
export const credentialContext = (repository: string) => `tasks.repository.credentials:${repository}`;

/** With other credentials one spelling may open what another does not: there it is the address. */
export const openSpelling = ({ address, credentials, keepsCredentials }: GitRemote): string =>
  credentials === undefined && keepsCredentials === undefined ? spellingOf(address) : address;

/** Separates the credentials of remote addresses, so that they are stored encrypted and the address without them. */
@Injectable()
export class RepositoryReader {
  private readonly scopes: Signer;

  constructor(
    private readonly vault: Vault,
    @Inject(SETTINGS) private readonly settings: TasksSettings,
  ) {
    this.scopes = new Signer(soleKey(settings.LEAKWATCH_FINGERPRINT_KEY), 'credential-scope');
  }

  /** Throws InvalidRequest `task_invalid` with the position of each repository whose address is refused. */
  read(repositories: TaskBody['git_repositories'], organisation: string): ReadRepositories {
    const faults: Record<string, string> = {};
    const dropped: DroppedLine[] = [];
    const byAddress = new Map<string, ReadRepository>();
    const spellings = new Set<string>();
    repositories.forEach((repository, index) => {
      try {
        const remote = parseRemoteUrl(repository.git_remote_url, { allowFile: this.settings.GIT_ALLOW_FILE });
        const spelling = openSpelling(remote);
        if (byAddress.has(remote.address) || spellings.has(spelling)) {
          dropped.push({ text: remote.masked, reason: 'duplicate' });
          return;
        }
        spellings.add(spelling);
        byAddress.set(remote.address, {
          index,
          title: repository.repo_title,
          url: repository.repo_url,
          defaultBranch: repository.repo_default_branch,
          remoteSource: repository.repo_remote_source,
          remote,
          credentialScope: this.scopeOf(remote, organisation),
        });
      } catch (error) {
        if (!(error instanceof InvalidGitRemote)) throw error;
        faults[`git_repositories.${index}.git_remote_url`] = error.code;
      }
    });
    if (Object.keys(faults).length > 0) throw new InvalidRequest('task_invalid', faults);
    return { repositories: [...byAddress.values()], dropped };
  }

  seal(repository: string, remote: GitRemote): Buffer | null {
    return remote.credentials === undefined ? null : this.vault.seal(JSON.stringify(remote.credentials), credentialContext(repository));
  }

  /** A mirror fetched with credentials is used for their organisation only. */
  private scopeOf(remote: GitRemote, organisation: string): string {
    if (remote.credentials === undefined) return '';
    const { username, password } = remote.credentials;
    return this.scopes.sign(JSON.stringify([organisation, username, password]));
  }
}
