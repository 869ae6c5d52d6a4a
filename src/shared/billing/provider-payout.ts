export const providerPayoutStatuses = ['pending', 'in-transit', 'paid', 'failed', 'canceled'] as const;

export type ProviderPayoutStatus = (typeof providerPayoutStatuses)[number];

/** `other`: what concerns no order, such as a reserve or a fee of the account. */
export const providerTransactionKinds = ['charge', 'refund', 'dispute', 'other'] as const;

export type ProviderTransactionKind = (typeof providerTransactionKinds)[number];
