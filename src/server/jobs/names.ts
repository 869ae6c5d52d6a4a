/** Every job and what it carries. Payloads hold ids only: the row is the truth when the job runs. */
export type JobPayloads = {
  'send-mail': { mailId: string };
  'open-payment': { orderId: string };
  'fulfil-order': { orderId: string };
  'expire-order': { orderId: string };
  'handle-provider-event': { eventId: string };
  'sandbox-webhook': { paymentId: string; eventId: string; type: 'paid' | 'declined' | 'cancelled' | 'expired' };
  'close-trading-day': Record<string, never>;
  'sweep': Record<string, never>;
};

export type JobName = keyof JobPayloads;
