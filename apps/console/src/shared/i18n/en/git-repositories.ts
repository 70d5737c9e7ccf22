/** States of repositories and kinds of hosts, on several pages. */
export const gitRepositories = {
  status: {
    created: 'Added',
    updating_local: 'Downloading',
    processing_commits: 'Scanning',
    ready_to_search: 'Scanned',
    repository_error: 'Error',
  },
  host: { github: 'GitHub', gitlab: 'GitLab', custom: 'Other' },
};
