import type { Captcha, PortContext } from '#server/core/deps.ts';
import { createAltcha } from './altcha.ts';
import { createRemoteCaptcha } from './remote.ts';

export function createCaptcha({ env, db, keys, clock }: PortContext): Captcha {
  const { captcha } = env;
  return captcha.provider === 'altcha' ? createAltcha(db, keys, clock, captcha.cost) : createRemoteCaptcha(captcha);
}
