import type { Deps } from '../deps.ts';

/** What the ports are made from: all that a service has but the ports. */
export type PortContext = Omit<Deps, 'mailer' | 'captcha' | 'payments' | 'platform'>;
