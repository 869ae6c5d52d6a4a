import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import type calls from '../../../public/locales/en/calls.json';
import type orders from '../../../public/locales/en/orders.json';
import type { Locale } from '../../i18n/locales.ts';
import { createTranslate } from '../../i18n/translate.ts';
import { pathTo } from '../../routes.ts';
import { currentParams } from '../../stores/navigation.ts';
import { createOrderResult, type Order } from '../../stores/orders.ts';
import { Button } from '../../ui/button.tsx';
import { LoadingScreen } from '../../ui/loading-screen.tsx';
import { Frame } from '../frame/frame.tsx';
import styles from './order-result.module.css';
import { Receipt } from './receipt.tsx';

export type OrderResultProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: typeof orders;
  /** Package id → what people call it. */
  readonly packageNames: Readonly<Record<string, string>>;
};

export function OrderResultIsland(props: OrderResultProps) {
  return (
    <Frame route="orderResult" locale={props.locale} calls={props.calls}>
      <OrderResult {...props} />
    </Frame>
  );
}

function OrderResult({ strings, locale, packageNames }: OrderResultProps) {
  const [store] = useState(() => {
    const { orderId = '', sessionId = '' } = currentParams();
    return createOrderResult(orderId, sessionId);
  });
  const state = useStore(store.$result);
  useEffect(() => store.start(), [store]);
  if (state.status === 'loading') return <LoadingScreen label={strings.loading} />;
  if (state.status === 'missing') {
    return (
      <Screen title={strings.missing_title} text={strings.missing_text}>
        <Button href={pathTo('evaluations', {}, locale)}>{strings.missing_action}</Button>
      </Screen>
    );
  }
  if (state.status === 'failed') {
    return (
      <Screen title={strings.error_title} text={strings.error_text}>
        <Button onClick={store.retry}>{strings.error_action}</Button>
      </Screen>
    );
  }
  const { order } = state;
  return (
    <Screen {...wordsOf(order, strings, locale)} action={<NextStep {...{ order, strings, locale }} />}>
      <Receipt {...{ order, strings, locale }} packageName={packageNames[order.packageId] ?? order.packageId} />
    </Screen>
  );
}

type ScreenProps = {
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

function Screen({ title, text, action, children }: ScreenProps) {
  return (
    <div className={styles.screen}>
      <div className={styles.head} role="status">
        <h1>{title}</h1>
        <p className="lead">{text}</p>
      </div>
      {action && <div className="cluster">{action}</div>}
      {children}
    </div>
  );
}

function wordsOf(order: Order, strings: typeof orders, locale: Locale): { title: string; text: string } {
  const t = createTranslate(strings, locale);
  switch (order.status) {
    case 'draft':
    case 'awaiting-payment':
      return { title: strings.awaiting_title, text: strings.awaiting_text };
    case 'fulfilled':
      return {
        title: strings.fulfilled_title,
        text: order.passwordWanted ? t('fulfilled_text_guest', { email: order.email }) : strings.fulfilled_text_member,
      };
    default:
      return { title: strings[`${order.status}_title`], text: strings[`${order.status}_text`] };
  }
}

type NextStepProps = { readonly order: Order; readonly strings: typeof orders; readonly locale: Locale };

function NextStep({ order, strings, locale }: NextStepProps) {
  switch (order.status) {
    case 'draft':
    case 'awaiting-payment':
      return order.paymentUrl ? <Button href={order.paymentUrl}>{strings.awaiting_action}</Button> : null;
    case 'fulfilled':
      return order.passwordWanted ? null : (
        <Button href={pathTo('myAccount', {}, locale)}>{strings.fulfilled_action_member}</Button>
      );
    case 'failed':
    case 'cancelled':
    case 'expired':
      return <Button href={pathTo('checkout', { packageId: order.packageId }, locale)}>{strings.try_again}</Button>;
    default:
      return null;
  }
}
