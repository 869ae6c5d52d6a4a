/** `review`: staff check whether affiliate and buyer are the same person. */
export const commissionStatuses = ['pending', 'review', 'available', 'revoked', 'refused', 'lapsed'] as const;

export type CommissionStatus = (typeof commissionStatuses)[number];

/** Signs that a buyer may be the affiliate under another name. Staff decide. */
export const reviewReasons = ['same-payment-method', 'same-destination'] as const;

export type ReviewReason = (typeof reviewReasons)[number];

export const reviewDecisions = ['allow', 'refuse'] as const;
