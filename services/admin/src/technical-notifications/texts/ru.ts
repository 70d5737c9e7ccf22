import type { NotificationText, SystemKind } from './shape.ts';

export const ru: Readonly<Record<SystemKind, NotificationText>> = {
  session_ended: {
    title: () => 'Время сессии вышло',
    message: ({ at }) => `Сессия закончилась ${at} UTC, её задачи остановлены. Чтобы продолжить поиск, начните новую сессию.`,
  },
  tariff_expiring: {
    title: () => 'Срок обслуживания скоро закончится',
    message: ({ at }) =>
      `Обслуживание организации закончится ${at} UTC: после этого задачи остановятся. Чтобы продлить его, обратитесь в поддержку.`,
  },
  source_failing: {
    title: ({ task }) => `Источник не проверяется: ${task}`,
    message: ({ task, source, error }) =>
      `Задача «${task}» не смогла проверить источник ${source} (код ошибки: ${error}). Проверка будет повторяться; если ошибка не исчезнет, обратитесь в поддержку.`,
  },
  repository_error: {
    title: ({ repository }) => `Репозиторий не читается: ${repository}`,
    message: ({ task, repository, error }) =>
      `Репозиторий «${repository}» задачи «${task}» не удалось прочитать (код ошибки: ${error}). Проверьте его адрес и доступ на странице задачи.`,
  },
};
