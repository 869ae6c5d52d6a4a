import type { Captcha } from '../../deps.ts';
import type { World } from '../context.ts';
import { createAltcha } from './altcha.ts';
import { createRemoteCaptcha } from './remote.ts';

/** The captcha that the environment names. */
export function createCaptcha({ env, db, keys, clock }: World): Captcha {
  return env.captcha.provider === 'altcha' ? createAltcha(db, keys, clock) : createRemoteCaptcha(env.captcha);
}
