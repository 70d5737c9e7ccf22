export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** A refusal with a stable code. The texts for people live in the console's catalogues under that code. */
export class LeakwatchError extends Error {
  readonly code: string;
  readonly status: number;
  readonly level: LogLevel;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly details: Readonly<Record<string, string | number>> | undefined;

  constructor(
    code: string,
    status: number,
    options: {
      message?: string;
      level?: LogLevel;
      fields?: Readonly<Record<string, string>>;
      details?: Readonly<Record<string, string | number>>;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? code, { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.status = status;
    this.level = options.level ?? (status >= 500 ? 'error' : 'info');
    this.fields = options.fields;
    this.details = options.details;
  }
}

/** The request does not fit its schema or a rule; `fields` maps a field's path to a code. */
export class InvalidRequest extends LeakwatchError {
  constructor(code: string, fields: Readonly<Record<string, string>>) {
    super(code, 400, { fields });
  }
}

export class NotAuthenticated extends LeakwatchError {
  constructor(code = 'not_authenticated') {
    super(code, 401);
  }
}

export class Forbidden extends LeakwatchError {
  constructor(code = 'forbidden') {
    super(code, 403);
  }
}

/** Also what a caller gets for another organisation's object. */
export class NotFound extends LeakwatchError {
  constructor(code = 'not_found') {
    super(code, 404);
  }
}

/** The request is well formed and stands against the state of things. */
export class Conflict extends LeakwatchError {
  constructor(code: string, details?: Readonly<Record<string, string | number>>) {
    super(code, 409, details === undefined ? {} : { details });
  }
}

/** A dependency is down or not ready; the same call may succeed later. */
export class Unavailable extends LeakwatchError {
  constructor(code = 'unavailable', cause?: unknown) {
    super(code, 503, { level: 'warn', cause });
  }
}
