import { html, raw } from 'hono/html';
import { type Locale, toLocale } from '#i18n/locales.ts';
import { formatDateTime } from '#lib/format-date-time.ts';
import { formatMoney } from '#lib/money/format.ts';
import { getTranslate, type ServerTranslate } from '#server/core/translations.ts';
import { deliveries, type SandboxPayment } from './types.ts';

/** The page's inline style sheet, in light and dark; the page loads no scripts and no files. */
const style = raw(`<style>
:root { color-scheme: light dark; --background: oklch(.985 .005 95); --surface: oklch(1 0 0); --border: oklch(.89 .008 95);
  --text: oklch(.24 .025 235); --text-muted: oklch(.46 .02 235); --accent: oklch(.43 .085 215); --on: oklch(1 0 0);
  --accent-subtle: oklch(.94 .03 205); }
@media (prefers-color-scheme: dark) { :root { --background: oklch(.175 .02 235); --surface: oklch(.215 .022 235);
  --border: oklch(.31 .022 235); --text: oklch(.95 .008 95); --text-muted: oklch(.74 .018 220); --accent: oklch(.8 .1 200);
  --on: oklch(.175 .02 235); --accent-subtle: oklch(.28 .045 215); } }
* { box-sizing: border-box; }
@media (prefers-reduced-motion: no-preference) { @view-transition { navigation: auto; } }
body { margin: 0; background: var(--background); color: var(--text);
  font: 17px/1.55 "Instrument Sans Variable", "Instrument Sans", system-ui, sans-serif; }
main { max-width: 480px; margin: 0 auto; padding: 32px 20px 56px; }
h1 { margin: 24px 0 4px; font-size: 17px; font-weight: 600; }
.sum { margin: 0 0 20px; font-size: 44px; font-weight: 600; line-height: 1.1; letter-spacing: -.03em;
  font-variant-numeric: tabular-nums; }
.sandboxInfo { margin: 0; padding: 12px 16px; border-radius: 10px; background: var(--accent-subtle); }
.state { margin: 0 0 20px; font-weight: 600; }
dl { margin: 0 0 24px; border-top: 1px solid var(--border); }
dl div { display: flex; gap: 16px; justify-content: space-between; padding: 10px 0; border-bottom: 1px solid var(--border); }
dt { color: var(--text-muted); flex: none; }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
button, .back { display: block; width: 100%; min-height: 48px; margin: 0 0 8px; padding: 10px 16px;
  border: 1px solid var(--border); border-radius: 6px; background: var(--surface); color: var(--text); font: inherit;
  font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button.pay, .back { border-color: var(--accent); background: var(--accent); color: var(--on); }
.others { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
details { margin-top: 24px; border-top: 1px solid var(--border); padding-top: 12px; }
main > a:not(.back) { display: inline-block; padding: 8px 0; color: var(--accent); }
summary { min-height: 32px; color: var(--accent); cursor: pointer; }
fieldset { margin: 0; padding: 0; border: 0; }
legend { padding: 8px 0; color: var(--text-muted); font-size: 15px; }
label { display: flex; gap: 10px; align-items: center; min-height: 40px; }
input { width: 20px; height: 20px; accent-color: var(--accent); }
input.amount { width: 120px; height: 36px; font: inherit; }
</style>`);

function documentOf(locale: string, title: string, content: unknown) {
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${style}
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`;
}

/** The sandbox's payment page in the order's language. @param payee the firm's name */
export function renderPayment(payment: SandboxPayment, payee: string) {
  const locale = toLocale(payment.locale);
  const t = getTranslate('payment', locale);
  const until = formatDateTime(payment.expires_at, locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const undecided = payment.status === 'open' || payment.status === 'authenticating' || payment.status === 'declined';
  const state =
    payment.status === 'open' ? '' : html`<p class="state" role="status">${t(`status_${payment.status}`)}</p>`;
  return documentOf(
    locale,
    `${t('title')} · ${payee}`,
    html`<p class="sandboxInfo">${t('notice')}</p>
      <h1>${t('title')}</h1>
      <p class="sum">${formatMoney(payment.amount_cents, locale)}</p>
      ${state}
      <dl>
        <div><dt>${t('what')}</dt><dd>${payment.description}</dd></div>
        <div><dt>${t('to')}</dt><dd>${payee}</dd></div>
        <div><dt>${t('buyer')}</dt><dd>${payment.email}</dd></div>
        <div><dt>${t('reference')}</dt><dd>${payment.reference}</dd></div>
        ${undecided ? html`<div><dt>${t('until')}</dt><dd>${until} UTC</dd></div>` : ''}
      </dl>
      ${payment.status === 'authenticating' ? renderChallenge(t) : undecided ? renderForm(t) : html`<a class="back" href="${returnUrlOf(payment)}">${t('back')}</a>${renderBank(payment, t)}${renderProvider(payment, t, locale)}`}`,
  );
}

function renderForm(t: ServerTranslate<'payment'>) {
  const choices = deliveries.map(
    (delivery) =>
      html`<label
        ><input type="radio" name="delivery" value="${delivery}" ${delivery === 'normal' ? 'checked' : ''} />${t(delivery)}</label
      >`,
  );
  return html`<form method="post">
    <button class="pay" name="outcome" value="paid">${t('pay')}</button>
    <div class="others">
      <button name="outcome" value="declined">${t('decline')}</button>
      <button name="outcome" value="cancelled">${t('cancel')}</button>
    </div>
    <button name="outcome" value="requires-authentication">${t('authenticate')}</button>
    <button name="outcome" value="processing">${t('process')}</button>
    <details>
      <summary>${t('renewals')}</summary>
      <fieldset><legend>${t('renewalsHint')}</legend>
        <label><input type="radio" name="renewals" value="pay" checked />${t('renewalsPay')}</label>
        <label><input type="radio" name="renewals" value="decline" />${t('renewalsDecline')}</label>
      </fieldset>
    </details>
    <details>
      <summary>${t('card')}</summary>
      <fieldset><legend>${t('cardUseHint')}</legend>
        <label><input type="radio" name="card" value="own" checked />${t('cardOwn')}</label>
        <label><input type="radio" name="card" value="shared" />${t('cardShared')}</label>
      </fieldset>
    </details>
    <details>
      <summary>${t('delivery')}</summary>
      <fieldset><legend>${t('deliveryHint')}</legend>${choices}</fieldset>
    </details>
  </form>`;
}

/** The bank's confirmation request to the buyer (3-D Secure). */
function renderChallenge(t: ServerTranslate<'payment'>) {
  return html`<form method="post">
    <p>${t('authenticateHint')}</p>
    <button class="pay" name="outcome" value="paid">${t('authenticateConfirm')}</button>
    <div class="others">
      <button name="outcome" value="declined">${t('authenticateFail')}</button>
      <button name="outcome" value="cancelled">${t('cancel')}</button>
    </div>
  </form>`;
}

/** What the buyer's bank can do after the payment. */
function renderBank({ status }: SandboxPayment, t: ServerTranslate<'payment'>) {
  if (status !== 'processing' && status !== 'paid' && status !== 'disputed') return '';
  const choices = {
    processing: [
      ['paid', t('bankPay')],
      ['declined', t('bankRefuse')],
    ],
    paid: [['disputed', t('bankDispute')]],
    disputed: [
      ['dispute-won', t('bankWon')],
      ['dispute-lost', t('bankLost')],
    ],
  }[status];
  const buttons = html`<div class="${choices.length > 1 ? 'others' : ''}">
    ${choices.map(([outcome, label]) => html`<button name="outcome" value="${outcome}">${label}</button>`)}
  </div>`;
  return html`<details ${status === 'paid' ? '' : 'open'}>
    <summary>${t('bank')}</summary>
    <form method="post"><p>${t('bankHint')}</p>${buttons}</form>
  </details>`;
}

/** What the provider's own staff can do: refund a part that the shop didn't request, and let a refund fail. */
function renderProvider({ status, refunds }: SandboxPayment, t: ServerTranslate<'payment'>, locale: Locale) {
  const made = refunds.map(
    ({ id, amountCents, status: state }) =>
      html`<form method="post">
        <input type="hidden" name="refundId" value="${id}" />
        <p>${formatMoney(amountCents, locale)}: ${t(`refund_${state}`)}</p>
        <div class="others">
          ${state === 'pending' ? html`<button name="outcome" value="refund-succeeded">${t('refundSucceed')}</button>` : ''}
          ${state === 'failed' ? '' : html`<button name="outcome" value="refund-failed">${t('refundFail')}</button>`}
        </div>
      </form>`,
  );
  const form = html`<form method="post">
    <p>${t('providerHint')}</p>
    <label>${t('refundAmount')} <input class="amount" name="amount" inputmode="decimal" required /></label>
    <div class="others">
      <button name="outcome" value="refund">${t('refundMake')}</button>
      <button name="outcome" value="refund-pending">${t('refundMakePending')}</button>
    </div>
  </form>`;
  if (status !== 'paid' && status !== 'won' && made.length === 0) return '';
  return html`<details>
    <summary>${t('provider')}</summary>
    ${status === 'paid' || status === 'won' ? form : ''}${made}
  </details>`;
}

/** The page where the buyer changes the card for renewals. @param back the shop's page */
export function renderCard(language: string, back: string) {
  const locale = toLocale(language);
  const t = getTranslate('payment', locale);
  return documentOf(
    locale,
    t('cardTitle'),
    html`<p class="sandboxInfo">${t('notice')}</p>
      <h1>${t('cardTitle')}</h1>
      <p>${t('cardHint')}</p>
      <form method="post">
        <input type="hidden" name="back" value="${back}" />
        <button class="pay" name="renewals" value="pay">${t('cardGood')}</button>
        <button name="renewals" value="decline">${t('cardBad')}</button>
      </form>
      <a href="${back}">${t('cardBack')}</a>`,
  );
}

export function renderMissingPayment(language: string) {
  const locale = toLocale(language);
  const t = getTranslate('payment', locale);
  return documentOf(
    locale,
    t('title'),
    html`<h1>${t('title')}</h1>
      <p>${t('missing')}</p>`,
  );
}

/** Where the buyer goes next: the success page after a payment, else back. */
export function returnUrlOf(payment: SandboxPayment): string {
  const { status } = payment;
  const isMade =
    status !== 'open' &&
    status !== 'authenticating' &&
    status !== 'declined' &&
    status !== 'canceled' &&
    status !== 'expired';
  return isMade ? payment.success_url : payment.cancel_url;
}
