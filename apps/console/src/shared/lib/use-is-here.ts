import { useEffect, useRef } from 'react';

/** Whether what called is on the page still, for what goes on after an answer of the server: the person may have left meanwhile. */
export function useIsHere(): () => boolean {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current;
}
