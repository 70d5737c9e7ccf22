import { useRef } from 'react';

/** Runs one task after another, whatever becomes of those before. */
export function useInOrder(): <T>(task: () => Promise<T>) => Promise<T> {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return (task) => {
    const done = last.current.then(task, task);
    last.current = done;
    return done;
  };
}
