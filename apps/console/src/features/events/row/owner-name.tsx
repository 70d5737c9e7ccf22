import { NameText } from '../../../shared/ui/code-line.tsx';
import classes from './event-card.module.css';

/** The first letters of the first two words; `?` for a name without letters and digits. */
function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? '');
  return letters.length === 0 ? '?' : letters.join('').toLocaleUpperCase();
}

const DEGREES = 360;
/** A hue that a name keeps. */
const hueOf = (name: string): number => [...name].reduce((hue, letter) => (hue * 31 + (letter.codePointAt(0) ?? 0)) % DEGREES, 0);

/**
 * An owner with a picture that the page draws from the name. The picture of the source would be loaded from its host, which would learn who looks
 * at which leak.
 */
export function OwnerName({ name }: { name: string }) {
  return (
    <>
      <span
        aria-hidden
        className={classes['avatar']}
        data-initials={initialsOf(name)}
        style={{ background: `hsl(${hueOf(name)} 45% 30%)` }}
      />
      <bdi>
        <NameText name={name} />
      </bdi>
    </>
  );
}
