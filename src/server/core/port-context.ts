import type { Deps } from './deps.ts';

/** The dependencies of ports: those of services without the ports. */
export type PortContext = Omit<
  Deps,
  'alerts' | 'mailer' | 'captcha' | 'identity' | 'sanctions' | 'payments' | 'platform' | 'postbacks' | 'push'
>;
