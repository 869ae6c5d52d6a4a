/** What runs over time: an evaluation, Thor or data that renews, or a trial that doesn't. */
export const subscriptionKinds = ['evaluation', 'trial', 'thor', 'market-data'] as const;

export type SubscriptionKind = (typeof subscriptionKinds)[number];

export const subscriptionStatuses = ['active', 'past-due', 'ended'] as const;
