import type { PortContext } from '#server/core/deps.ts';
import { createHttpRail } from './http.ts';
import type { Rail } from './rail.ts';

/** Moves no money, and reports every payment as paid at once. */
const sandbox: Rail = {
  name: 'sandbox',
  pay: async ({ number }) => ({ status: 'paid', reference: `SANDBOX-${number}` }),
};

/** The rail that PAYOUT_RAIL_URL names; the demo has one that moves no money. Null without: people pay by batch. */
export function createRail({ env, clock }: PortContext): Rail | null {
  if (env.payoutRail !== undefined) return createHttpRail({ ...env.payoutRail, clock });
  return env.demo && !env.production ? sandbox : null;
}
