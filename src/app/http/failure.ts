import { invalidTokenStatus } from '#shared/core/constants.ts';
import type { ValidationErrors } from '#shared/core/envelope.ts';

/** Why a call failed. `canceled` means the person has already seen why. */
export type Failure =
  | { readonly kind: 'network' }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'unexpected' }
  | {
      readonly kind: 'status';
      readonly status: number;
      /** The server's error code; null if it sent none. */
      readonly code: string | null;
      /** The server's message; empty if there is none. */
      readonly message: string;
      readonly fields: ValidationErrors;
      readonly data: unknown;
      readonly requestId: string | null;
    };

/** Whether the same call may succeed if it is simply sent again later. */
export function isTemporary(failure: Failure): boolean {
  if (failure.kind === 'status') return failure.status >= 500 || failure.status === 429;
  return failure.kind !== 'canceled';
}

export type ToastType = 'info' | 'success' | 'warning' | 'error' | 'default';

type CatalogRow = { readonly type: ToastType; readonly key: (typeof catalogKeys)[number] };

/** Keys of the `calls` strings for the error catalog. */
export const catalogKeys = [
  'network',
  'unexpected',
  'no_content',
  'bad_request',
  'unauthorized',
  'not_acceptable',
  'conflict',
  'gone',
  'unprocessable',
  'invalid_token',
  'server_error',
  'other',
] as const;

const rows: Readonly<Record<number, CatalogRow>> = {
  204: { type: 'info', key: 'no_content' },
  400: { type: 'error', key: 'bad_request' },
  401: { type: 'error', key: 'unauthorized' },
  406: { type: 'warning', key: 'not_acceptable' },
  409: { type: 'error', key: 'conflict' },
  410: { type: 'warning', key: 'gone' },
  422: { type: 'error', key: 'unprocessable' },
  [invalidTokenStatus]: { type: 'error', key: 'invalid_token' },
  500: { type: 'error', key: 'server_error' },
};

/** The catalog entry for a status; the server's own message takes precedence over its text. */
export function catalogRow(status: number): CatalogRow {
  return rows[status] ?? { type: 'error', key: 'other' };
}
