/** The part of sql.js that is used; its types on the registry need those of Emscripten, which clash with any of WebAssembly. */
declare module 'sql.js' {
  export type SqlValue = number | string | Uint8Array | null;
  export interface Statement {
    getColumnNames(): string[];
    step(): boolean;
    get(): SqlValue[];
    free(): boolean;
  }
  export interface Database {
    run(sql: string): Database;
    exec(sql: string): { readonly columns: string[]; readonly values: SqlValue[][] }[];
    prepare(sql: string): Statement;
    close(): void;
  }
  export default function initSqlJs(options: object): Promise<{ readonly Database: new (bytes: Uint8Array) => Database }>;
}
