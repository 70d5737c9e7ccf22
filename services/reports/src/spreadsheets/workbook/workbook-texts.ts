import type { EventStatus, SourceType } from '@leakwatch/vocabulary';
import type { ColumnKey } from './column-keys.ts';

interface WorkbookTexts {
  readonly sheet: string;
  readonly columns: Readonly<Record<ColumnKey, string>>;
  readonly statuses: Readonly<Record<EventStatus, string>>;
  readonly sources: Readonly<Record<SourceType, string>>;
  readonly cut: (characters: number) => string;
}

const SOURCES = {
  github: 'GitHub',
  gist: 'Gist',
  pastebin: 'Pastebin',
  gitlab_cloud: 'GitLab',
  telegram: 'Telegram',
  google_docs: 'Google Docs',
} as const;

/** In the language of who asked for the report. Statuses and sources are called as the console calls them. */
export const WORKBOOK_TEXTS: Readonly<Record<'ru' | 'en', WorkbookTexts>> = {
  ru: {
    sheet: 'События',
    columns: {
      id: 'ID',
      status: 'Статус',
      source: 'Источник',
      task: 'Задача',
      pattern: 'Шаблон',
      filter_keywords: 'Слова фильтра',
      owner: 'Владелец',
      repository: 'Репозиторий',
      path: 'Файл',
      link: 'Ссылка на файл',
      line: 'Строка',
      language: 'Язык файла',
      content: 'Найденный текст',
      created: 'Создано (UTC)',
      updated: 'Изменено (UTC)',
      last_seen: 'Последний раз найдено (UTC)',
      commit: 'Коммит',
      commit_author: 'Автор коммита',
      commit_date: 'Дата коммита (UTC)',
    },
    statuses: {
      open: 'Открыто',
      in_progress: 'В работе',
      fixed: 'Исправлено',
      false: 'Ложное',
      blacklist: 'Чёрный список',
      auto_filtered: 'Автофильтр',
    },
    sources: { ...SOURCES, git_repo: 'Git-репозиторий' },
    cut: (characters) => ` … [обрезано, ещё знаков: ${characters}]`,
  },
  en: {
    sheet: 'Events',
    columns: {
      id: 'ID',
      status: 'Status',
      source: 'Source',
      task: 'Task',
      pattern: 'Pattern',
      filter_keywords: 'Filter keywords',
      owner: 'Owner',
      repository: 'Repository',
      path: 'File',
      link: 'Link to the file',
      line: 'Line',
      language: 'File language',
      content: 'Found text',
      created: 'Created (UTC)',
      updated: 'Changed (UTC)',
      last_seen: 'Last found (UTC)',
      commit: 'Commit',
      commit_author: 'Commit author',
      commit_date: 'Commit date (UTC)',
    },
    statuses: {
      open: 'Open',
      in_progress: 'In progress',
      fixed: 'Fixed',
      false: 'False positive',
      blacklist: 'Blacklisted',
      auto_filtered: 'Auto-filtered',
    },
    sources: { ...SOURCES, git_repo: 'Git repository' },
    cut: (characters) => ` … [cut, characters left out: ${characters}]`,
  },
};
