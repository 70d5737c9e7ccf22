/** Text as windows-1251, for Latin and Russian letters. @throws for a letter that it lacks here */
export function windows1251(text: string): Buffer {
  return Buffer.from(
    [...text].map((letter) => {
      const code = letter.charCodeAt(0);
      if (code < 0x80) return code;
      if (code >= 0x410 && code <= 0x44f) return code - 0x410 + 0xc0;
      if (letter === 'ё') return 0xb8;
      if (letter === 'Ё') return 0xa8;
      throw new Error(`windows-1251 has no place for ${letter} here`);
    }),
  );
}
