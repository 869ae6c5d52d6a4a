import { isEqual } from '#shared/accounts/bridge-signature.ts';
import { isObject } from '../core/answers.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import type { VolumetricaSettings } from './settings.ts';
import type { Subscriptions } from './subscriptions.ts';

const subscription = 2;

/**
 * Takes the vendor's messages. Its one queue repeats each until it is answered with 200, so that a refusal would hold up all
 * others. A message may be old: it makes us look, and only a subscription's newer version is taken from it.
 */
export function createWebhooks(
  { webhook }: VolumetricaSettings,
  subscriptions: Subscriptions,
  wake: () => void,
  { metrics, record, say }: CoreParts,
) {
  return (headers: Readonly<Record<string, string | readonly string[] | undefined>>, body: string): number => {
    if (!webhook || !isEqual(String(headers[webhook.header] ?? ''), webhook.secret)) return 401;
    metrics.count('webhooks');
    try {
      const message: unknown = JSON.parse(body);
      record('in', 'webhook', message);
      if (!isObject(message)) return 200;
      if (message['category'] === subscription && isObject(message['object'])) subscriptions.take(message['object']);
      else wake();
    } catch (error) {
      say(`a webhook can't be read: ${error}`);
    }
    return 200;
  };
}
