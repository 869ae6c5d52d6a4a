import { useStore } from '@nanostores/react';
import { memo } from 'react';
import { $session } from '#app/shell/stores/session.ts';
import { formatBillingDate } from '#lib/billing-date.ts';
import { formatApproximate } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import type { ValidationErrors } from '#shared/core/envelope.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { isReverseCharge } from '#shared/orders/tax.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Checkout } from '../stores/checkout.ts';
import type { OrderQuote, OrderQuoteState } from '../stores/checkout-state.ts';
import styles from './checkout.module.css';
import { OrderRules } from './order-rules.tsx';
import { PriceLines } from './price-lines.tsx';
import { RenewalBox } from './renewal-box.tsx';
import { totalText } from './selection-fields.tsx';
import { type CheckoutTexts, type PackageDetails, useTexts } from './texts.ts';

/** What the order replaces, so that nobody pays for two packages without knowing. */
function ReplacedPackages({ ends }: Pick<OrderQuote, 'ends'>) {
  const { strings, t, locale } = useTexts();
  if (ends.length === 0) return null;
  return (
    <Alert kind="info" title={strings.ends_title} role="status">
      {ends.map(({ name, endsAt }) => t('ends_text', { name, date: formatBillingDate(endsAt, locale) })).join(' ')}
    </Alert>
  );
}

type SummaryProps = {
  readonly chosen: PackageDetails | undefined;
  readonly selection: ProductSelection;
  readonly quote: OrderQuoteState;
  readonly isAgreed: boolean;
  readonly errors: ValidationErrors;
  readonly setBuyer: Checkout['setBuyer'];
  readonly busy: boolean;
  readonly priceChanged: boolean;
  readonly problem: string | null;
  readonly retry: () => void;
};

/** Renders when the order changes, and not with each letter of the buyer's details. */
export const Summary = memo(function Summary(props: SummaryProps) {
  const { strings, t, locale } = useTexts();
  const { chosen, selection, quote, isAgreed, errors, setBuyer, busy, priceChanged, problem, retry } = props;
  const total = totalText(quote, locale);
  const approximate = quote.quote?.approximateTotal;
  const about = approximate && formatApproximate(approximate.cents, approximate.currency, locale);
  const session = useStore($session);
  const needsAccount = quote.quote?.totalCents === 0 && session.status === 'logged-out';
  return (
    <aside className={styles.summary} aria-label={strings.summary} aria-busy={quote.status === 'loading'}>
      <h2 className={styles.name}>
        {quote.quote?.name ?? chosen?.name ?? (quote.status === 'failed' ? strings.summary : strings.pay_waiting)}
      </h2>
      {chosen && selection.kind === 'evaluation' && <OrderRules chosen={chosen} platform={selection.platform} />}
      <div className={styles.lines} aria-live="polite">
        <PriceLines quote={quote} retry={retry} />
      </div>
      <ReplacedPackages ends={quote.quote?.ends ?? []} />
      {priceChanged && (
        <Alert kind="warning" title={strings.price_changed_title} role="status">
          {t('price_changed_text', { total })}
        </Alert>
      )}
      {problem !== null && (
        <Alert kind="warning" title={strings.problem_title}>
          {problem || strings.problem_unreachable}
        </Alert>
      )}
      {quote.quote && !needsAccount && (
        <RenewalBox quote={quote.quote} isAgreed={isAgreed} error={errors.renewalConsent?.[0]} setBuyer={setBuyer} />
      )}
      {needsAccount ? (
        <AccountNeeded coupon={selection.coupon} />
      ) : (
        quote.status !== 'failed' && (
          <div className={`cluster ${styles.pay}`}>
            <p className={styles.due}>
              <span>{strings.total}</span>
              {total || <Skeleton width="short" />}
              {about && <small>{t('about', { amount: about })}</small>}
            </p>
            <Button label={payText(quote, strings, t, total)} type="submit" wide busy={busy} />
          </div>
        )
      )}
      {quote.quote?.totalCents !== 0 && <p className="text-14 muted">{strings.pay_note}</p>}
      <p className="text-14 muted">{taxNote(quote, strings)}</p>
      <Counterparty chosen={chosen} selection={selection} />
      <RulesVersion version={quote.quote?.rulesVersion ?? null} />
    </aside>
  );
});

/** The server refuses a guest's free order, so the form says so first. */
function AccountNeeded({ coupon }: Pick<ProductSelection, 'coupon'>) {
  const { strings, locale } = useTexts();
  const here = window.location.pathname + (coupon && `?coupon=${encodeURIComponent(coupon)}`);
  const next = `?next=${encodeURIComponent(here)}`;
  const link = (route: 'signIn' | 'register', text: string) => <a href={pathTo(route, {}, locale) + next}>{text}</a>;
  return (
    <Alert kind="warning" title={strings.account_needed_title} role="status">
      <RichText
        text={strings.account_needed_text}
        parts={{
          signIn: link('signIn', strings.account_needed_sign_in),
          register: link('register', strings.account_needed_register),
        }}
      />
    </Alert>
  );
}

/** Whether an account is simulated, who the counterparty is, and where its prices come from. */
function Counterparty({ chosen, selection }: Pick<SummaryProps, 'chosen' | 'selection'>) {
  const { strings } = useTexts();
  const isFunded = selection.kind === 'funded-activation' || chosen?.rules.targetCents === null;
  const opensAccount = ['evaluation', 'trial', 'funded-activation'].includes(selection.kind);
  if (!opensAccount) return null;
  return <p className="text-14 muted">{isFunded ? strings.counterparty_funded : strings.counterparty_simulated}</p>;
}

function RulesVersion({ version }: { readonly version: string | null }) {
  const { strings, locale } = useTexts();
  if (version === null) return null;
  const link = <a href={pathTo('rules', {}, locale)}>{version}</a>;
  return (
    <p className="text-14 muted">
      <RichText text={strings.rules_version} parts={{ version: link }} />
    </p>
  );
}

function payText(
  quote: OrderQuoteState,
  strings: CheckoutTexts['strings'],
  t: CheckoutTexts['t'],
  total: string,
): string {
  if (!quote.quote) return strings.pay_waiting;
  return quote.quote.totalCents === 0 ? strings.free : t('pay', { total });
}

function taxNote({ quote }: OrderQuoteState, strings: CheckoutTexts['strings']): string {
  return quote && isReverseCharge(quote.tax) ? strings.tax_reverse_charge : strings.tax_note;
}
