/** What the first sheet says of an event, in this order. */
export const FIELDS = [
  'id',
  'status',
  'source',
  'task',
  'pattern',
  'owner',
  'repository',
  'path',
  'link',
  'line',
  'language',
  'created',
  'last_seen',
  'commit',
  'commit_author',
  'commit_date',
  'excerpt',
  'captured',
  'address',
  'bytes',
  'sha256',
  'kept',
  'original_sha256',
] as const;
export type Field = (typeof FIELDS)[number];

interface BackupTexts {
  readonly event: string;
  readonly text: string;
  readonly part: string;
  readonly fields: Readonly<Record<Field, string>>;
  readonly cut: (characters: number) => string;
  readonly whole: string;
  readonly partly: (kept: number, line: number) => string;
}

/** In the language of the person who downloads. */
export const BACKUP_TEXTS: Readonly<Record<'ru' | 'en', BackupTexts>> = {
  ru: {
    event: 'Событие',
    text: 'Полный текст',
    part: 'Часть',
    fields: {
      id: 'ID',
      status: 'Статус',
      source: 'Источник',
      task: 'Задача',
      pattern: 'Шаблон',
      owner: 'Владелец',
      repository: 'Репозиторий',
      path: 'Файл',
      link: 'Ссылка на файл',
      line: 'Строка',
      language: 'Язык файла',
      created: 'Создано (UTC)',
      last_seen: 'Последний раз найдено (UTC)',
      commit: 'Коммит',
      commit_author: 'Автор коммита',
      commit_date: 'Дата коммита (UTC)',
      excerpt: 'Найденный текст',
      captured: 'Копия сохранена (UTC)',
      address: 'Адрес, по которому сохранена копия',
      bytes: 'Размер документа, байт',
      sha256: 'SHA-256 документа',
      kept: 'Что сохранено',
      original_sha256: 'SHA-256 исходного файла',
    },
    cut: (characters) => ` … [обрезано, ещё знаков: ${characters}]`,
    whole: 'Документ целиком',
    partly: (kept, line) => `Часть текста: ${kept} байт, начиная со строки ${line}`,
  },
  en: {
    event: 'Event',
    text: 'Full text',
    part: 'Part',
    fields: {
      id: 'ID',
      status: 'Status',
      source: 'Source',
      task: 'Task',
      pattern: 'Pattern',
      owner: 'Owner',
      repository: 'Repository',
      path: 'File',
      link: 'Link to the file',
      line: 'Line',
      language: 'File language',
      created: 'Created (UTC)',
      last_seen: 'Last found (UTC)',
      commit: 'Commit',
      commit_author: 'Commit author',
      commit_date: 'Commit date (UTC)',
      excerpt: 'Found text',
      captured: 'Copy made (UTC)',
      address: 'Address of the copy',
      bytes: 'Size of the document, bytes',
      sha256: 'SHA-256 of the document',
      kept: 'What is kept',
      original_sha256: 'SHA-256 of the original file',
    },
    cut: (characters) => ` … [cut, characters left out: ${characters}]`,
    whole: 'The whole document',
    partly: (kept, line) => `A part of the text: ${kept} bytes, from line ${line}`,
  },
};
