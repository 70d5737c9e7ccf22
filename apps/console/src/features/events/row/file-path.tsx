import { MARK, NameText } from '../../../shared/ui/code-line.tsx';

const PREFIX = 'filename:';

/** The file names that a pattern asks for, in small letters (docs/behaviour/patterns.md). */
const namesIn = (pattern: string): ReadonlySet<string> =>
  new Set(
    pattern
      .toLowerCase()
      .split(/\s+/u)
      .filter((word) => word.startsWith(PREFIX))
      .map((word) => word.slice(PREFIX.length)),
  );

const INSIDE = '!/';

/** A path; where the pattern asks for a file by its name, the name is marked as a match of the text is. */
export function FilePath({ path, pattern }: { path: string; pattern: string }) {
  const names = namesIn(pattern);
  if (names.size === 0) return <NameText name={path} />;
  // Names, which stand last or before what is inside them, with the separators between them.
  const parts = path.split(/(!?\/)/u);
  return (
    <>
      {parts.map((part, at) =>
        (parts[at + 1] ?? INSIDE) === INSIDE && names.has(part.toLowerCase()) ? (
          <mark key={at} className={MARK}>
            {part}
          </mark>
        ) : (
          <NameText key={at} name={part} />
        ),
      )}
    </>
  );
}
