/** The same names in another language. */
export type NamesIn<English> = { readonly [Kind in keyof English]: { readonly [Id in keyof English[Kind]]: string } };
