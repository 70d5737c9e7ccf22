import { useEffect, useState } from 'react';
import { type Problem, toProblem } from '../../../shared/api/problem.ts';
import {
  type TelegramLogin,
  useChangeServiceAccountMutation,
  useLoginTelegramMutation,
  useLogoutTelegramMutation,
  useRunTelegramMutation,
  useStopTelegramMutation,
} from '../api.ts';

/** After a command the buttons rest, so that the account's state can follow; in milliseconds. */
const REST_MS = 3_000;

/** Of a step with a code: Telegram accepted it, and wants the password too. */
const PASSWORD_DUE = 'telegram_password_invalid';

type Asked = Omit<TelegramLogin, 'phone' | 'account'>;
export interface TelegramCommands {
  /** Asks for a code, or signs in with one. Resolves to whether it succeeded; that a password is due is the next step, not a failure. */
  readonly login: (asked: Asked) => Promise<boolean>;
  /** Stores the password of the second factor, and signs in with it. */
  readonly givePassword: (password: string) => Promise<boolean>;
  readonly run: () => Promise<boolean>;
  readonly stop: () => Promise<boolean>;
  readonly logout: () => Promise<boolean>;
}

/** The commands to an account of Telegram, one at a time. `problem`: why the last one was refused. */
export function useTelegramCommand({ id, phone }: { readonly id: string; readonly phone: string }, reload: () => void) {
  const [login] = useLoginTelegramMutation();
  const [run] = useRunTelegramMutation();
  const [stop] = useStopTelegramMutation();
  const [logout] = useLogoutTelegramMutation();
  const [change] = useChangeServiceAccountMutation();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [phase, setPhase] = useState<'free' | 'asking' | 'resting'>('free');
  useEffect(() => {
    if (phase !== 'resting') return undefined;
    const timer = setTimeout(() => {
      setPhase('free');
      reload();
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [phase, reload]);
  const which = { phone, account: id };
  const ask = async (call: () => Promise<{ readonly error?: unknown }>): Promise<boolean> => {
    setPhase('asking');
    setProblem(null);
    const { error } = await call();
    setProblem(error === undefined ? null : toProblem(error));
    setPhase('resting');
    return error === undefined;
  };
  const commands: TelegramCommands = {
    login: (asked) =>
      ask(async () => {
        const { error } = await login({ ...which, ...asked });
        return error === undefined || toProblem(error).code === PASSWORD_DUE ? {} : { error };
      }),
    givePassword: (password) =>
      ask(async () => {
        const changed = await change({ id, body: { password } });
        // The code was accepted already: what is sent as the code is not used.
        return changed.error === undefined ? login({ ...which, code: '' }) : changed;
      }),
    run: () => ask(() => run(which)),
    stop: () => ask(() => stop(which)),
    logout: () => ask(() => logout(which)),
  };
  return { commands, problem, isAsking: phase === 'asking', isDisabled: phase !== 'free' };
}
