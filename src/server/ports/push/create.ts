import type { PortContext } from '../context.ts';
import type { Push } from './push.ts';
import { createWebPush } from './web-push.ts';

/** With VAPID_PRIVATE_KEY, or a key derived from this installation's root, which stays as long as the root does. */
export function createPush({ env, keys, catalog }: PortContext): Push {
  const privateKey = env.vapidPrivateKey ?? keys.derive('web-push');
  return createWebPush({ privateKey, contact: catalog.site.supportEmail });
}
