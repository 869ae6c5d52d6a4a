import type { ErrorCode, StatusOf } from '#shared/core/errors.ts';

/** Errors by field: keys of the `validation` strings, translated at the edge. */
export type FieldProblems = Readonly<Record<string, readonly string[]>>;

/** An expected error with a code of the contract, translated at the edge. No other error reaches the client. */
export class ServiceError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly status: StatusOf<Code>;
  readonly code: Code;
  readonly fields: FieldProblems;
  readonly retryAfterSeconds: number | undefined;
  /** Sent as the envelope's `data`: what the person needs to try again, such as the current price. */
  readonly data: unknown;

  constructor(
    status: StatusOf<Code>,
    code: Code,
    options: { fields?: FieldProblems; retryAfterSeconds?: number; data?: unknown; cause?: unknown } = {},
  ) {
    super(`${status} ${code}`, { cause: options.cause });
    this.name = 'ServiceError';
    this.status = status;
    this.code = code;
    this.fields = options.fields ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.data = options.data ?? null;
  }
}

/** What passes: a condition of this server that operators end and other copies may not have. */
export class TemporaryError extends Error {}

/** @param data what helps the person to try again, such as the remaining attempts */
export function invalid(fields: FieldProblems, data?: object): ServiceError<'invalid'> {
  return new ServiceError(422, 'invalid', { fields, data });
}

export function notFound(): ServiceError<'not_found'> {
  return new ServiceError(404, 'not_found');
}
