import type { ErrorStatus } from '../contract/call.ts';

/** A field's complaint: a key of the `validation` strings, translated at the edge. */
export type FieldProblems = Readonly<Record<string, readonly string[]>>;

/** What a service refuses, with a code the edge maps to a status and a message; nothing else reaches the client. */
export class ServiceError extends Error {
  readonly status: ErrorStatus;
  /** A key of the `errors` strings. */
  readonly code: string;
  readonly fields: FieldProblems;
  readonly retryAfterSeconds: number | undefined;
  /** Goes out as the envelope's `data`: what the person needs to decide anew, such as today's price. */
  readonly data: unknown;

  constructor(
    status: ErrorStatus,
    code: string,
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

export function invalid(fields: FieldProblems): ServiceError {
  return new ServiceError(422, 'invalid', { fields });
}

export function notFound(): ServiceError {
  return new ServiceError(404, 'not_found');
}
