import { send } from '#app/http/call.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { officeEquity } from '#shared/accounts/contract-equity.ts';

/** The curve of the account that the record on screen is about. */
export const $equity = createResource((accountId: string) => send(officeEquity, { query: { accountId } }), {
  isQuiet: true,
});
