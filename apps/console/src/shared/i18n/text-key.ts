import type { Catalogue } from './catalogue.ts';

/** `name_one` and its like are read as `name` with a count. */
type Counted<Name extends string> = Name extends `${infer Base}_${Intl.LDMLPluralRule}` ? Base : never;

type KeysOf<Texts, Before extends string = ''> = {
  [Name in keyof Texts & string]: Texts[Name] extends string
    ? `${Before}${Name | Counted<Name>}`
    : KeysOf<Texts[Name], `${Before}${Name}.`>;
}[keyof Texts & string];

/** Every key of the catalogue, its parts separated by points. */
export type TextKey = KeysOf<Catalogue>;
