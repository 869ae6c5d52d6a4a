import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createTranslate } from '../../i18n/translate.ts';
import { pathTo } from '../../routes.ts';
import { createCheckout } from '../../stores/checkout.ts';
import { loadCountries } from '../../stores/identity.ts';
import { currentParams } from '../../stores/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Frame } from '../frame/frame.tsx';
import { BuyerFields } from './buyer-fields.tsx';
import styles from './checkout.module.css';
import { Consents } from './consents.tsx';
import { SelectionFields } from './selection-fields.tsx';
import { Summary } from './summary.tsx';
import type { CheckoutProps, PackageFacts } from './types.ts';

export function CheckoutIsland(props: CheckoutProps) {
  return (
    <Frame route="checkout" locale={props.locale} calls={props.calls}>
      <Arrival {...props} />
    </Frame>
  );
}

/** The package stands in the address, so it is known in the browser only. */
function Arrival(props: CheckoutProps) {
  const [packageId, setPackageId] = useState<string | null>(null);
  useEffect(() => setPackageId(currentParams().packageId ?? ''), []);
  const { strings, locale, packages } = props;
  if (packageId === null) return <div className={styles.waiting} aria-hidden="true" />;
  const chosen = packages.find(({ id }) => id === packageId);
  if (chosen) return <Checkout {...props} chosen={chosen} />;
  return (
    <div className="container section">
      <Notice
        kind="warning"
        title={strings.unknown_title}
        actions={<Button href={pathTo('evaluations', {}, locale)}>{strings.unknown_action}</Button>}
      >
        {strings.unknown_text}
      </Notice>
    </div>
  );
}

function Checkout({ chosen, strings, locale, addOns }: CheckoutProps & { readonly chosen: PackageFacts }) {
  const [store] = useState(() =>
    createCheckout({
      kind: 'evaluation',
      packageId: chosen.id,
      platform: chosen.platforms[0] ?? 'rithmic',
      addOns: [],
      coupon: '',
    }),
  );
  const t = createTranslate(strings, locale);
  const selection = useStore(store.$selection);
  const quote = useStore(store.$quote);
  const { buyer, errors, busy, priceChanged } = useStore(store.$checkout);

  useEffect(() => {
    void store.refreshQuote();
    void loadCountries();
    const stopFollowing = store.followUser();
    globalThis.addEventListener('pageshow', store.wake);
    return () => {
      stopFollowing();
      globalThis.removeEventListener('pageshow', store.wake);
    };
  }, [store]);

  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    void store.submit();
  };

  return (
    <form className={`container ${styles.page}`} onSubmit={submit} noValidate>
      <h1 className={styles.title}>{strings.title}</h1>
      <div className={styles.fields}>
        <SelectionFields {...{ chosen, strings, t, locale, addOns, selection, quote, select: store.select }} />
        <BuyerFields {...{ strings, locale, buyer, errors, setBuyer: store.setBuyer }} />
        <Consents {...{ chosen, strings, t, locale, buyer, errors, setBuyer: store.setBuyer }} />
      </div>
      <Summary {...{ chosen, strings, t, locale, quote, busy, priceChanged, retry: store.refreshQuote }} />
    </form>
  );
}
