import { ServiceError } from '../../errors.ts';
import type { Payments } from './payments.ts';

/** Where no provider is set up, nothing can be paid and the buyer is told so. */
export function createPayments(): Payments {
  const refuse = async () => {
    throw new ServiceError(409, 'payment_unavailable');
  };
  return { name: 'sandbox', openCheckout: refuse, readWebhook: refuse, lookUp: async () => null };
}
