import type { ColumnKey } from './column-keys.ts';

interface WorkbookTexts {
  readonly sheet: string;
  readonly columns: Readonly<Record<ColumnKey, string>>;
  /** The last sheet. */
  readonly about: Readonly<Record<'sheet' | 'organisation' | 'made' | 'events', string>>;
  readonly yes: string;
  readonly cut: (characters: number) => string;
}

/** In the language of the person who asked for the report. */
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
      severity: 'Серьёзность',
      leaked: 'Что утекло',
      assignee: 'Ответственный',
      due_date: 'Срок',
      reason: 'Причина закрытия',
      from_archive: 'Из архива',
    },
    about: {
      sheet: 'Об отчёте',
      organisation: 'Организация',
      made: 'Создан (UTC)',
      events: 'Событий',
    },
    yes: 'да',
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
      severity: 'Severity',
      leaked: 'What leaked',
      assignee: 'Assignee',
      due_date: 'Due date',
      reason: 'Reason for closing',
      from_archive: 'From the archive',
    },
    about: {
      sheet: 'About',
      organisation: 'Organisation',
      made: 'Created (UTC)',
      events: 'Events',
    },
    yes: 'yes',
    cut: (characters) => ` … [cut, characters left out: ${characters}]`,
  },
};
