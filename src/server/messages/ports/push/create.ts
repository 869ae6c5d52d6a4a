import type { PortContext } from '#server/core/deps.ts';
import type { Push } from './push.ts';
import { createWebPush } from './web-push.ts';

/**
 * Uses VAPID_PRIVATE_KEY, or a key derived from the installation's root key, which is constant while the root key is.
 */
export function createPush({ env, keys, catalog }: PortContext): Push {
  const privateKey = env.vapidPrivateKey ?? keys.derive('web-push');
  return createWebPush({ privateKey, contact: catalog.site.supportEmail });
}
