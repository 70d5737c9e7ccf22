import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import { effectOf, elementAt } from './elements.ts';

/** The lines of a page from the tokens of parse5, a parser by the standard. */
export function linesByStandard(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  let stretches = 0;
  let current = '';
  let isPre = false;
  let isInCell = false;
  const close = () => {
    if (current.trim() !== '') stretches += 1;
    current = '';
  };
  const end = () => {
    close();
    const keeps = isPre && !isInCell;
    if (stretches > 1)
      lines.push(
        keeps
          ? line
          : line
              .replace(/[ \n]+/g, ' ')
              .replace(/ ?\t ?/g, '\t')
              .replace(/^ | $/g, ''),
      );
    line = '';
    stretches = 0;
  };
  const onText = ({ chars }: Token.CharacterToken) => {
    for (const letter of chars)
      if (letter === '\n' && isPre && !isInCell) end();
      else {
        line += letter;
        current += letter;
      }
  };
  const onTag = (name: string, isEnd: boolean) => {
    close();
    const effect = effectOf(elementAt(Buffer.from(`${name}>`), 0));
    if (effect === 'line' && isInCell) line += ' ';
    else if (effect === 'line') end();
    else if (effect === 'apart') line += ' ';
    else if (effect === 'row') {
      end();
      isInCell = false;
    } else if (effect === 'cell' && !isEnd) {
      if (stretches > 0) line += '\t';
      isInCell = true;
    } else if (effect === 'preformatted') {
      end();
      isPre = !isEnd;
    } else if (effect === 'hidden' && !isEnd) tokenizer.state = TokenizerMode.RAWTEXT;
  };
  let isHidden = false;
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onComment: close,
      onDoctype: close,
      onEof: end,
      onStartTag: ({ tagName }) => {
        onTag(tagName, false);
        isHidden = tagName === 'style';
      },
      onEndTag: ({ tagName }) => {
        isHidden = false;
        onTag(tagName, true);
      },
      onCharacter: (token) => (isHidden ? undefined : onText(token)),
      onNullCharacter: onText,
      onWhitespaceCharacter: (token) => (isHidden ? undefined : onText(token)),
    },
  );
  tokenizer.write(text, true);
  return lines;
}
