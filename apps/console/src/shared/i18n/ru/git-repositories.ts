/** States of repositories and kinds of hosts, on several pages. */
export const gitRepositories = {
  status: {
    created: 'Добавлен',
    updating_local: 'Загружается',
    processing_commits: 'Проверяется',
    ready_to_search: 'Проверен',
    repository_error: 'Ошибка',
  },
  host: { github: 'GitHub', gitlab: 'GitLab', custom: 'Другой' },
};

declare module '../catalogue.ts' {
  interface Catalogue {
    readonly gitRepositories: typeof gitRepositories;
  }
}
