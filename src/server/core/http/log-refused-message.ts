import type { Deps } from '../deps.ts';

const secrets: readonly (readonly [path: string, variables: string])[] = [
  ['/api/webhooks/payments', 'STRIPE_WEBHOOK_SECRET'],
  ['/api/webhooks/identity', 'SUMSUB_WEBHOOK_SECRET or VERIFF_SHARED_SECRET'],
  ['/api/bridge/', 'PLATFORM_BRIDGE_SECRET'],
];

const intervalMs = 60_000;
const loggedAt = new WeakMap<Deps['log'], Map<string, number>>();

/**
 * Tells the operator why a provider's or bridge's messages are refused, once a minute for each secret. Others may send
 * such messages as well, so it is a warning.
 */
export function logRefusedMessage({ log, clock }: Deps, path: string, status: number): void {
  const [, variables] = secrets.find(([prefix]) => path.startsWith(prefix)) ?? [];
  if (variables === undefined || (status !== 400 && status !== 401)) return;
  const times = loggedAt.get(log) ?? new Map<string, number>();
  loggedAt.set(log, times);
  const now = clock().getTime();
  if (now - (times.get(variables) ?? Number.NEGATIVE_INFINITY) < intervalMs) return;
  times.set(variables, now);
  log.warn({ path, status }, `a message was refused: ${variables} doesn't match, or the clocks differ by minutes`);
}
