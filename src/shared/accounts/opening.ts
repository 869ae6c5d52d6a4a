/** Why a platform hasn't opened an account yet. */
export const pendingReasons = ['maintenance', 'vendor-limit', 'user-must-sign', 'person'] as const;

export type PendingReason = (typeof pendingReasons)[number];

export const openingStatuses = ['pending', 'opened', 'failed'] as const;

export type OpeningStatus = (typeof openingStatuses)[number];
