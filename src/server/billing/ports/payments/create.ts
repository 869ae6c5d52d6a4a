import type { Db, Deps, Jobs } from '#server/core/deps.ts';
import type { Keys } from '#server/core/encryption.ts';
import type { Payments } from './payments.ts';
import { createSandboxPayments } from './sandbox/sandbox.ts';

type PortContext = {
  readonly env: Pick<Deps['env'], 'stripe' | 'origin' | 'port' | 'production' | 'demo'>;
  readonly db: Db;
  readonly jobs: Jobs;
  readonly keys: Keys;
  readonly clock: () => Date;
};

/**
 * Stripe if its keys are set, else the demo's sandbox; without either, nothing can be bought.
 * @param post sends the sandbox's webhooks
 */
export async function createPayments(context: PortContext, post: typeof fetch = fetch): Promise<Payments> {
  const { env, db, jobs, keys, clock } = context;
  if (env.stripe) {
    // Stripe's SDK is a fifth of what a server loads, so only those that use it do.
    const { createStripePayments } = await import('./stripe.ts');
    return createStripePayments({ ...env.stripe, clock });
  }
  const sandbox = createSandboxPayments({
    db,
    jobs,
    clock,
    secret: keys.derive('sandbox-payments'),
    pageOrigin: env.origin,
    webhookUrl: `http://localhost:${env.port}/api/webhooks/payments`,
    fetch: post,
  });
  return env.production || !env.demo ? { ...sandbox, isOpen: false, admin: null, openCheckout: refuse } : sandbox;
}

async function refuse(): Promise<never> {
  throw new Error('Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET: only the demo uses sandbox payments.');
}
