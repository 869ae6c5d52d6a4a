import type { PortContext } from '#server/core/deps.ts';
import type { Alerts } from './alerts.ts';
import { createAlertWebhook } from './webhook.ts';

/** Null without ALERT_WEBHOOK_URL: then nobody watches from inside the server. */
export function createAlerts({ env, clock }: PortContext): Alerts | null {
  const { alertWebhook } = env.monitoring;
  return alertWebhook ? createAlertWebhook({ ...alertWebhook, origin: env.origin, clock }) : null;
}
