import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Captcha } from '#app/shell/captcha.tsx';
import { loadCountries } from '#app/shell/stores/countries.ts';
import { currentParams, currentQuery } from '#app/shell/stores/navigation.ts';
import type { ValidationErrors } from '#shared/core/envelope.ts';
import type { OrderKind } from '#shared/orders/types.ts';
import { Skeleton, Skeletons } from '#ui/skeleton.tsx';
import { createCheckout } from '../stores/checkout.ts';
import { selectionOf } from '../stores/checkout-selection.ts';
import type { OrderQuoteState } from '../stores/checkout-state.ts';
import { BuyerFields } from './buyer-fields.tsx';
import styles from './checkout.module.css';
import { CheckoutSkeleton, isForAccount } from './checkout-skeleton.tsx';
import { Consents } from './consents.tsx';
import { DuplicateOrderDialog } from './duplicate-order-dialog.tsx';
import { SelectionFields, totalText } from './selection-fields.tsx';
import { Summary } from './summary.tsx';
import { SmallSampleAlert, TargetAccountCard } from './target-account-card.tsx';
import { type CheckoutProps, defineIsland, type PackageDetails, useTexts } from './texts.ts';
import { UnavailableProduct } from './unavailable-product.tsx';

export const CheckoutIsland = defineIsland({
  route: ({ route }: CheckoutProps) => route,
  screen: CheckoutFromAddress,
  skeleton: CheckoutSkeleton,
});

/** The product is in the address, so only the browser knows it. */
function CheckoutFromAddress(props: CheckoutProps) {
  const [params, setParams] = useState<Readonly<Record<string, string>> | null>(null);
  useEffect(() => setParams(currentParams()), []);
  if (params === null) {
    return (
      <Skeletons label={props.calls.checking}>
        <CheckoutSkeleton route={props.route} />
      </Skeletons>
    );
  }
  return <Checkout {...props} params={params} />;
}

type ProductLineProps = {
  readonly kind: OrderKind;
  readonly chosen: PackageDetails | undefined;
  readonly quote: OrderQuoteState;
};

/** The product and its price, above the form on a phone; reserves its lines until the price has loaded. */
function ProductLine({ kind, chosen, quote }: ProductLineProps) {
  const { t, locale } = useTexts();
  const hasTarget = isForAccount(kind);
  const name = quote.quote?.name ?? (hasTarget && quote.status !== 'failed' ? undefined : chosen?.name);
  if (quote.status === 'failed' && !name) return null;
  return (
    <p className={`stack gap-1 ${styles.product}`}>
      {name ? (
        <span className={styles.productName}>{name}</span>
      ) : (
        <span className={styles.loadingLine}>
          <Skeleton width="half" />
        </span>
      )}
      {quote.quote && <span className={styles.price}>{t('head_price', { total: totalText(quote, locale) })}</span>}
      {!quote.quote && quote.status !== 'failed' && (
        <span className={styles.loadingLine}>
          <Skeleton width="short" />
        </span>
      )}
    </p>
  );
}

/** Moves focus from the submit button back to the first invalid field. */
function focusFirst(form: HTMLFormElement, errors: ValidationErrors): void {
  const fields = [...form.elements].filter((element) => element instanceof HTMLElement);
  fields.find((field) => (field.getAttribute('name') ?? '') in errors)?.focus();
}

function Checkout(props: CheckoutProps & { readonly params: Readonly<Record<string, string>> }) {
  const { strings, locale } = useTexts();
  const { route, params, packages, addOns, professionalCents } = props;
  const [store] = useState(() => createCheckout(selectionOf(route, params, currentQuery())));
  const selection = useStore(store.$selection);
  const quote = useStore(store.$quote);
  const captchaRound = useStore(store.$captchaRound);
  const { buyer, errors, busy, priceChanged, earlier, problem } = useStore(store.$checkout);
  const { country, termsUse, startNow, contractInLocale } = buyer;
  const chosen = packages.find(({ id }) => id === selection.packageId);
  const wasReady = useRef(false);

  useEffect(() => {
    void store.refreshQuote().then(store.restore);
    void loadCountries();
    const stopFollowing = store.followUser();
    const stopFollowingLinks = store.followLinks();
    globalThis.addEventListener('pageshow', store.restorePage);
    return () => {
      stopFollowing();
      stopFollowingLinks();
      globalThis.removeEventListener('pageshow', store.restorePage);
    };
  }, [store]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    await store.submit();
    const { errors: found } = store.$checkout.get();
    if (Object.keys(found).length > 0) requestAnimationFrame(() => focusFirst(form, found));
  };

  useEffect(() => {
    if (quote.status === 'ready') wasReady.current = true;
  }, [quote.status]);

  if (quote.status === 'failed' && quote.isUnknown)
    return <UnavailableProduct {...{ selection }} blockedReason={null} />;
  // For an account or a bill, nothing in the form can change whether the order is allowed.
  const isFixed = 'accountId' in selection || 'billId' in selection;
  if (quote.status === 'failed' && quote.blockedReason !== null && isFixed)
    return (
      <UnavailableProduct {...{ selection }} blockedReason={quote.blockedReason} replacesForm={wasReady.current} />
    );
  const parts = { selection, chosen, quote };
  return (
    <form className={`container ${styles.page}`} onSubmit={submit} noValidate>
      <h1 className={styles.title}>{strings.title}</h1>
      <ProductLine {...{ chosen, quote }} kind={selection.kind} />
      <div className={`stack gap-10 ${styles.fields}`}>
        <TargetAccountCard {...{ selection, quote }} />
        <SelectionFields
          {...parts}
          {...{ platforms: props.platforms, addOns, professionalCents, errors }}
          {...{ select: store.select, coupon: store.coupon }}
        />
        <BuyerFields
          {...{ calls: props.calls, buyer, errors, setBuyer: store.setBuyer }}
          billedTo={quote.quote?.billedTo ?? null}
        />
        {captchaRound > 0 && (
          <Captcha
            key={captchaRound}
            label={strings.captcha_label}
            locale={locale}
            error={errors.captcha?.[0]}
            onSolved={store.setCaptcha}
          />
        )}
        <SmallSampleAlert quote={quote} />
        <Consents
          {...parts}
          {...{ errors, setBuyer: store.setBuyer }}
          {...{ country, termsUse, startNow, contractInLocale }}
        />
      </div>
      <Summary
        {...parts}
        {...{ errors, setBuyer: store.setBuyer, busy, priceChanged, problem, retry: store.refreshQuote }}
        isAgreed={buyer.renewalConsent === 1}
      />
      <DuplicateOrderDialog {...{ earlier, onClose: store.forgetEarlier, onOrderAgain: () => void store.submit(1) }} />
    </form>
  );
}
