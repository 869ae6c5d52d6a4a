import type { PortContext } from '#server/core/deps.ts';
import { withDemoReceiver } from './demo-receiver.ts';
import { createHttpsPostbacks } from './https-postbacks.ts';
import type { Postbacks } from './postback.ts';

export function createPostbacks({ env, clock }: PortContext): Postbacks {
  const postbacks = createHttpsPostbacks();
  return env.demo && !env.production ? withDemoReceiver(postbacks, clock) : postbacks;
}
