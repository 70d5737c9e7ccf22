import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Where the focus goes after a form was sent and stays: to the first field with a fault, which may be out of sight, or else back to the button,
 * which loses the focus because it is disabled while the form is sent. Gives what to call when the form is sent.
 */
export function useSentFocus(form: RefObject<HTMLElement | null>, sending: boolean): () => void {
  const [sent, setSent] = useState(0);
  const seen = useRef(0);
  useEffect(() => {
    if (sending || seen.current === sent) return;
    seen.current = sent;
    const faulty = form.current?.querySelector<HTMLElement>('[aria-invalid=true]') ?? null;
    if (faulty !== null) faulty.focus();
    else if (document.activeElement === document.body) form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  }, [form, sending, sent]);
  return () => setSent((times) => times + 1);
}
