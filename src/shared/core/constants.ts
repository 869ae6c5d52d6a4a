/** Limits and durations from the specification. */
export const tokenLifetimeMinutes = 700;
export const requestTimeoutMs = 500_000;
export const callErrorToastMs = 3_000;
export const toastMs = 5_000;
export const toastDragPercent = 80;
export const countdownTickMs = 1_000;

/** Browser storage keys, exactly as specified. */
export const storageKeys = {
  token: 'token',
  tokenExpiry: 'token_expiry',
  sessionId: 'sessionId',
  activityTime: 'activityTime',
} as const;

/** Minimum time between two codes to the same address. */
export const codeResendDelaySeconds = 60;

export const passwordMinimumLength = 8;
export const passwordMaximumLength = 128;
export const idempotencyHeader = 'Idempotency-Key';

/** The specification’s status for an invalid or expired token. */
export const invalidTokenStatus = 498;

/** Where browsers report how fast a public page was. */
export const vitalsPath = 'vitals';
