import { createPlatform } from '#server/accounts/ports/platform/create.ts';
import type { Platform } from '#server/accounts/ports/platform/platform.ts';
import { createPostbacks } from '#server/affiliates/ports/postback/create.ts';
import type { Postbacks } from '#server/affiliates/ports/postback/postback.ts';
import { createPayments } from '#server/billing/ports/payments/create.ts';
import type { Payments } from '#server/billing/ports/payments/payments.ts';
import { createTaxNumbers } from '#server/billing/ports/tax-numbers/create.ts';
import type { TaxNumbers } from '#server/billing/ports/tax-numbers/tax-numbers.ts';
import type { PortContext, Ports } from '#server/core/deps.ts';
import { createMailer } from '#server/messages/ports/mail/create.ts';
import { createPush } from '#server/messages/ports/push/create.ts';
import type { Push } from '#server/messages/ports/push/push.ts';
import type { Alerts } from '#server/monitoring/ports/alerts/alerts.ts';
import { createAlerts } from '#server/monitoring/ports/alerts/create.ts';
import { createIdentity } from '#server/payouts/ports/identity-check/create.ts';
import type { Identity } from '#server/payouts/ports/identity-check/identity-check.ts';
import { createRail } from '#server/payouts/ports/rail/create.ts';
import type { Rail } from '#server/payouts/ports/rail/rail.ts';
import { createSanctions } from '#server/payouts/ports/sanctions/create.ts';
import type { Sanctions } from '#server/payouts/ports/sanctions/sanctions.ts';
import { createCaptcha } from '#server/people/ports/captcha/create.ts';
import { access } from './access.ts';
import { templates } from './mails.ts';

declare module '#server/core/deps.ts' {
  interface Ports {
    identity: Identity;
    sanctions: Sanctions;
    /** Pays payouts in seconds; null if people pay them all by batch. */
    rail: Rail | null;
    payments: Payments;
    platform: Platform;
    postbacks: Postbacks;
    taxNumbers: TaxNumbers;
    push: Push;
    /** Null without a receiver. */
    alerts: Alerts | null;
  }
}

/** The port of each area as the environment chooses it, unless `replace` has one. */
export async function createPorts(context: PortContext, replace: Partial<Ports>): Promise<Ports> {
  return {
    access,
    mailTemplates: templates,
    mailer: replace.mailer ?? (await createMailer(context)),
    captcha: replace.captcha ?? createCaptcha(context),
    sanctions: replace.sanctions ?? createSanctions(context),
    identity: replace.identity ?? createIdentity(context),
    rail: replace.rail === undefined ? createRail(context) : replace.rail,
    payments: replace.payments ?? (await createPayments(context)),
    platform: replace.platform ?? createPlatform(context),
    postbacks: replace.postbacks ?? createPostbacks(context),
    taxNumbers: replace.taxNumbers ?? createTaxNumbers(context),
    push: replace.push ?? createPush(context),
    alerts: replace.alerts ?? createAlerts(context),
  };
}
