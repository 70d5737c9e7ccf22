import {
  WEBHOOK_FAILING_SECONDS,
  WEBHOOK_FAILURES_MAX,
  WEBHOOK_HOLD_MAX_SECONDS,
  WEBHOOK_JITTER,
  WEBHOOK_PAUSES_SECONDS,
} from '@leakwatch/vocabulary';

/** `random` is from 0 to 1: deliveries that failed together must not all come back together. */
const pauseAfter = (attempts: number, random: number): number => {
  const pause = WEBHOOK_PAUSES_SECONDS[Math.min(attempts, WEBHOOK_PAUSES_SECONDS.length) - 1] ?? WEBHOOK_PAUSES_SECONDS[0];
  return pause * (1 + WEBHOOK_JITTER * (2 * random - 1));
};

/** Seconds until a delivery is tried again after so many attempts. */
export const retrySeconds = (attempts: number, random: number): number => pauseAfter(attempts, random);

/** Seconds for which a webhook with so many failed attempts in a row is not tried at all. */
export const holdSeconds = (failures: number, random: number): number => Math.min(pauseAfter(failures, random), WEBHOOK_HOLD_MAX_SECONDS);

/** Whether a webhook has failed too often and for too long. */
export const failsForGood = (failures: number, failingSince: Date | null, now: Date): boolean =>
  failures >= WEBHOOK_FAILURES_MAX && failingSince !== null && now.getTime() - failingSince.getTime() >= WEBHOOK_FAILING_SECONDS * 1000;
