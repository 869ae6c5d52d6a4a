import { useStore } from '@nanostores/react';
import { $session } from '#app/shell/stores/session.ts';
import type { Locale } from '#i18n/locales.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatMoney } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import { findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { isReverseCharge } from '#shared/orders/tax.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { OrderQuoteState } from '../stores/checkout-state.ts';
import styles from './checkout.module.css';
import { ReplacedPackages } from './replaced-packages.tsx';
import { totalText } from './selection-fields.tsx';
import { useTexts } from './texts.ts';
import type { CheckoutStrings, CheckoutTranslate, PackageDetails } from './types.ts';

type SummaryProps = {
  readonly chosen: PackageDetails | undefined;
  readonly selection: ProductSelection;
  readonly quote: OrderQuoteState;
  readonly busy: boolean;
  readonly priceChanged: boolean;
  readonly problem: string | null;
  readonly retry: () => void;
};

export function Summary(props: SummaryProps) {
  const { strings, t, locale } = useTexts();
  const { chosen, selection, quote, busy, priceChanged, problem, retry } = props;
  const total = totalText(quote, locale);
  const session = useStore($session);
  const needsAccount = quote.quote?.totalCents === 0 && session.status === 'logged-out';
  return (
    <aside className={styles.summary} aria-label={strings.summary} aria-busy={quote.status === 'loading'}>
      <h2 className={styles.name}>
        {quote.quote?.name ?? chosen?.name ?? (quote.status === 'failed' ? strings.summary : strings.pay_waiting)}
      </h2>
      {chosen && selection.kind === 'evaluation' && <Rules {...{ chosen }} />}
      <div className={styles.lines} aria-live="polite">
        <Lines {...{ quote, retry }} />
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
      {needsAccount ? (
        <AccountNeeded coupon={selection.coupon} />
      ) : (
        quote.status !== 'failed' && (
          <Button type="submit" wide busy={busy}>
            {payText(quote, strings, t, total)}
          </Button>
        )
      )}
      {quote.quote?.totalCents !== 0 && <p className={styles.note}>{strings.pay_note}</p>}
      <p className={styles.note}>{taxNote(quote, strings)}</p>
      <RulesVersion version={quote.quote?.rulesVersion ?? null} />
    </aside>
  );
}

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

type RulesVersionProps = { readonly version: string | null };

/** The version of the rules that comes with the purchase, and its text. */
function RulesVersion({ version }: RulesVersionProps) {
  const { strings, locale } = useTexts();
  if (version === null) return null;
  const link = <a href={pathTo('rules', {}, locale)}>{version}</a>;
  return (
    <p className={styles.note}>
      <RichText text={strings.rules_version} parts={{ version: link }} />
    </p>
  );
}

function payText(quote: OrderQuoteState, strings: CheckoutStrings, t: CheckoutTranslate, total: string): string {
  if (!quote.quote) return strings.pay_waiting;
  return quote.quote.totalCents === 0 ? strings.free : t('pay', { total });
}

function taxNote({ quote }: OrderQuoteState, strings: CheckoutStrings): string {
  return quote && isReverseCharge(quote.tax) ? strings.tax_reverse_charge : strings.tax_note;
}

type RulesProps = { readonly chosen: PackageDetails };

function Rules({ chosen }: RulesProps) {
  const { strings, locale } = useTexts();
  const { rules } = chosen;
  const money = (cents: number) => <Money cents={cents} locale={locale} whole />;
  const { dailyLoss } = rules;
  const maxLossCents = findMaxLoss(rules.drawdown);
  return (
    <DescriptionList
      items={[
        {
          term: strings.rule_target,
          value: rules.targetCents === null ? strings.rule_none : money(rules.targetCents),
        },
        {
          term: strings.rule_max_loss,
          value: maxLossCents === null ? strings.rule_none : money(maxLossCents),
        },
        ...(dailyLoss.mode === 'none' ? [] : [{ term: strings.rule_daily_limit, value: money(dailyLoss.limitCents) }]),
        { term: strings.rule_days, value: rules.minimumDays || strings.rule_none },
        { term: strings.rule_contracts, value: rules.maxContracts },
      ]}
    />
  );
}

type LinesProps = Pick<SummaryProps, 'quote' | 'retry'>;

function Lines({ quote, retry }: LinesProps) {
  const { strings, t, locale } = useTexts();
  if (quote.status === 'failed') {
    if (quote.blockedReason !== null) {
      return (
        <Alert kind="warning" title={strings.blocked_title} role="status">
          {quote.blockedReason}
        </Alert>
      );
    }
    return (
      <div className={styles.failed}>
        <p>{strings.pay_failed}</p>
        <Button wide onClick={retry}>
          {strings.quote_retry}
        </Button>
      </div>
    );
  }
  if (!quote.quote) return <Skeleton count={2} />;
  const { name, lines, totalCents, renewal, tax } = quote.quote;
  return (
    <DescriptionList
      items={[
        ...lines.map(({ item, amountCents }) => ({
          term: t(`line_${item}`, { name }),
          value: <Money cents={amountCents} locale={locale} />,
        })),
        {
          term: strings.total,
          value: <Money cents={totalCents} locale={locale} />,
          total: true,
          ...(renewal && { note: renewalText(renewal, t, locale) }),
        },
        ...(tax.includedCents === 0
          ? []
          : [
              {
                term: t(`tax_${tax.name}`, { rate: (tax.rateBps / 100).toLocaleString(formatLocale(locale)) }),
                value: <Money cents={tax.includedCents} locale={locale} />,
              },
            ]),
      ]}
    />
  );
}

type Renewal = NonNullable<NonNullable<OrderQuoteState['quote']>['renewal']>;

function renewalText({ amountCents, billingInterval }: Renewal, t: CheckoutTranslate, locale: Locale): string {
  const price = formatMoney(amountCents, locale, { whole: true });
  return t(billingInterval === 'monthly' ? 'total_then' : 'total_then_yearly', { price });
}
