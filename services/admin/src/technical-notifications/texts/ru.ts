import type { NotificationText, SystemKind } from './shape.ts';

export const ru: Readonly<Record<SystemKind, NotificationText>> = {
  session_ended: {
    title: () => 'Сессия завершилась',
    message: ({ at }) => `Сессия завершилась ${at} UTC, её задачи остановлены. Чтобы продолжить поиск, начните новую сессию.`,
  },
  tariff_expiring: {
    title: () => 'Срок обслуживания скоро закончится',
    message: ({ at }) =>
      `Обслуживание вашей организации закончится ${at} UTC, после этого задачи будут остановлены. Чтобы продлить его, обратитесь в поддержку.`,
  },
  source_failing: {
    title: ({ task }) => `Ошибка при проверке источника: ${task}`,
    message: ({ task, source, error }) =>
      `Не удалось проверить источник ${source} по задаче «${task}» (код ошибки: ${error}). Проверка будет повторена. Если ошибка не исчезнет, обратитесь в поддержку.`,
  },
  repository_error: {
    title: ({ repository }) => `Не удалось прочитать репозиторий: ${repository}`,
    message: ({ task, repository, error }) =>
      `Репозиторий «${repository}» задачи «${task}» не удалось прочитать (код ошибки: ${error}). Проверьте адрес репозитория и доступ к нему на странице задачи.`,
  },
};
