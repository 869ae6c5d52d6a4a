import { send } from '#app/http/call.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { chargebackEvidence } from '#shared/billing/contract-evidence.ts';

/** What speaks for the firm in the chargeback on screen. */
export const $evidence = createResource((disputeId: string) => send(chargebackEvidence, { query: { disputeId } }), {
  isQuiet: true,
});
