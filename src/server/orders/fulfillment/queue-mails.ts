import type { Locale } from '#i18n/locales.ts';
import { addressLines } from '#lib/postal-address.ts';
import type { ConsentRecord } from '#server/core/consent-record.ts';
import { findRow, lockRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { issueCode } from '#server/people/codes/issue.ts';
import type { CancellationRight } from '#shared/orders/cancel-contract.ts';
import { includedTaxCents } from '#shared/orders/included-tax.ts';
import { isReverseCharge } from '#shared/orders/tax.ts';
import { saleOf } from '../describe-sale.ts';
import type { StartConsent } from '../mails.ts';
import { getOrderName } from '../name.ts';
import { findNextCharge, findRenewal } from '../products/next-charge.ts';
import type { OrderRow } from '../tables.ts';
import { startLink } from './start-link.ts';
import { resultUrl } from './urls.ts';

/** What the buyer acknowledged, by the law that applies to this order. */
function consentOf(right: CancellationRight | null, version: string): StartConsent {
  return { version, days: right?.days ?? 0, earlyStart: right?.earlyStart === 'ends-right' ? 'ends' : 'share' };
}

/** What the receipt says about refunds; null if the buyer's consent to the start says it, or nothing was paid. */
function refundOf(order: OrderRow, right: CancellationRight | null) {
  if (order.total_cents === 0) return null;
  if (right === null) return { kind: 'final' } as const;
  const { days } = right;
  if (right.earlyStart === 'keeps-right') return { kind: 'whole_right', days } as const;
  return order.start_now ? null : ({ kind: 'right', days } as const);
}

/** Mails the receipt of a paid order. @param dedupeSuffix makes the key of a resent mail unique */
export async function queueReceipt(deps: Deps, trx: Trx, order: OrderRow, dedupeSuffix = ''): Promise<void> {
  const { legalName, company } = deps.catalog.site;
  const paidAt = (order.paid_at ?? deps.clock()).getTime();
  const beginsAt = order.begins_at?.getTime() ?? paidAt;
  const consent = order.consents.find(({ text }) => text === 'start_now');
  const { right } = saleOf(deps, order);
  const invoice = await findRow(trx, 'invoice', { order_id: order.id, kind: 'invoice' }, ['number', 'document']);
  await queueMail(deps, trx, order, 'order-confirmed', `order-confirmed:${order.id}${dedupeSuffix}`, {
    orderNumber: order.number,
    invoice: invoice?.number ?? null,
    name: getOrderName(deps, order),
    lines: order.lines,
    totalCents: order.total_cents,
    taxCents: includedTaxCents(order.total_cents, order.tax_bps),
    paidAt,
    renewal: invoice ? invoice.document.nextCharge : await findRenewal(deps, trx, order),
    seller: [legalName, ...addressLines(company, order.locale)].join(', '),
    sellerTaxNumber: company.taxNumber,
    isSample: company.sample,
    company: order.company_name,
    vatNumber: order.vat_number,
    isReverseCharge: isReverseCharge({ name: order.tax_name, rateBps: order.tax_bps }),
    beginsAt: beginsAt > paidAt ? beginsAt : null,
    startUrl: beginsAt > paidAt ? startLink(deps, order.id) : null,
    consent: consent ? consentOf(right, consent.version) : null,
    refund: refundOf(order, right),
    link: resultUrl(deps, order, 'success'),
  });
}

/** Mails an order's contract in the language that the law has delivered first, before it is paid. */
export async function queueContract(deps: Deps, trx: Trx, order: OrderRow, locale: Locale): Promise<void> {
  const version = order.consents.find(({ text }) => text === 'terms')?.version ?? '';
  await queueMail(
    deps,
    trx,
    { email: order.email, locale, first_name: order.first_name },
    'contract-first',
    `contract-first:${order.id}`,
    {
      name: getOrderName(deps, { ...order, locale }),
      orderNumber: order.number,
      version,
    },
  );
}

/** Mails the details of the account that an order opened, with a password link if the owner can't sign in yet. */
export async function queueAccountMails(deps: Deps, trx: Trx, order: OrderRow, accountId: string, dedupeSuffix = '') {
  // Locked, because someone may be choosing a password right now.
  const account = await trx
    .selectFrom('trading_account')
    .innerJoin('person', 'person.id', 'trading_account.person_id')
    .select(['platform', 'platform_account_id', 'platform_user', 'program', 'size'])
    .select(['person.id as personId', 'person.email', 'person.password_hash'])
    .where('trading_account.id', '=', accountId)
    .forNoKeyUpdate('person')
    .executeTakeFirstOrThrow();
  const { email, personId, password_hash: passwordHash } = account;
  const issued = passwordHash === null ? await issueCode(deps, trx, { personId, purpose: 'set-password' }) : null;
  await queueMail(
    deps,
    trx,
    { email, locale: order.locale, first_name: order.first_name },
    'account-ready',
    `account-ready:${order.id}${dedupeSuffix}`,
    {
      program: account.program,
      size: account.size,
      platform: account.platform,
      platformAccountId: account.platform_account_id,
      platformUser: account.platform_user,
      password: issued && { email, code: issued.code },
    },
  );
}

/** Confirms the consent to an immediate start, which consumers must receive on a durable medium. */
export async function queueStartConfirmation(deps: Deps, trx: Trx, order: OrderRow, consent: ConsentRecord) {
  await queueMail(deps, trx, order, 'order-started', `order-started:${order.id}`, {
    name: getOrderName(deps, order),
    orderNumber: order.number,
    consentedAt: consent.at,
    nextCharge: await findNextCharge(deps, trx, order),
    consent: consentOf(saleOf(deps, order).right, consent.version),
    link: resultUrl(deps, order, 'success'),
  });
}

/**
 * Mails only the password link to a buyer without a password whose order hasn't opened an account: its start is
 * deferred, its product opens none, or the platform doesn't answer.
 */
export async function queuePasswordMail(deps: Deps, trx: Trx, order: OrderRow, dedupeSuffix = ''): Promise<void> {
  // Locked, so that concurrent runs don't both issue a link.
  const person = await lockRow(trx, 'person', order.person_id, ['id', 'email', 'password_hash']);
  if (!person || person.password_hash !== null) return;
  const dedupeKey = `set-password:${order.id}${dedupeSuffix}`;
  const sent = await trx.selectFrom('mail').select('id').where('dedupe_key', '=', dedupeKey).executeTakeFirst();
  if (sent) return;
  const { code } = await issueCode(deps, trx, { personId: person.id, purpose: 'set-password' });
  await queueMail(
    deps,
    trx,
    { email: person.email, locale: order.locale, first_name: order.first_name },
    'set-password',
    dedupeKey,
    { email: person.email, code },
  );
}
