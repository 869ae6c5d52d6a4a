import { createSubscriptionLinks } from '#server/core/subscription-links.ts';

export const { confirmLink, unsubscribeLink, isConfirmKey, isUnsubscribeKey } = createSubscriptionLinks('newsletter');
