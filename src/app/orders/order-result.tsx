import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { IslandProps } from '#app/shell/define-island.tsx';
import { currentParams, currentQuery } from '#app/shell/stores/navigation.ts';
import { $user } from '#app/shell/stores/session.ts';
import { formatFigure } from '#lib/money/format.ts';
import type orders from '#locales/en/orders.json';
import { pathTo, type ResultRoute } from '#routes.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Facts } from '#ui/facts.tsx';
import { Skeleton, Skeletons } from '#ui/skeleton.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { NextSteps } from './next-steps.tsx';
import styles from './order-result.module.css';
import { Receipt } from './receipt.tsx';
import { textsOf } from './result-texts.ts';
import { StartNow } from './start-now.tsx';
import { createOrderResult, type Order } from './stores/orders.ts';
import { defineIsland, useTexts } from './texts.ts';

export type OrderResultProps = IslandProps<typeof orders> & {
  readonly route: ResultRoute;
};

export const OrderResultIsland = defineIsland({
  route: ({ route }: OrderResultProps) => route,
  screen: OrderResult,
  skeleton: ResultSkeleton,
});

function OrderResult({ route, calls }: OrderResultProps) {
  const texts = useTexts();
  const { strings, locale } = texts;
  const [{ orderId = '', sessionId = '', email = '' }] = useState<Partial<Record<string, string>>>(() => ({
    ...currentQuery(),
    ...currentParams(),
  }));
  const [store] = useState(() => createOrderResult({ orderId, sessionId, email }));
  const state = useStore(store.$result);
  const isSignedIn = useStore($user) !== null;
  useEffect(() => store.start(), [store]);
  if (state.status === 'loading') {
    return (
      <Skeletons label={strings.loading}>
        <ResultSkeleton />
      </Skeletons>
    );
  }
  if (state.status === 'missing' && route === 'orderStatus') {
    return (
      <Screen
        title={strings.which_title}
        text={strings.which_text}
        action={<Button label={strings.which_action} href={pathTo('billingHistory', {}, locale)} />}
      />
    );
  }
  if (state.status === 'missing') {
    return (
      <Screen
        title={strings.missing_title}
        text={strings.missing_text}
        action={<Button label={strings.missing_action} href={pathTo('evaluations', {}, locale)} />}
      />
    );
  }
  if (state.status === 'failed') {
    return (
      <Screen
        title={strings.error_title}
        text={strings.error_text}
        action={<Button label={strings.error_action} onClick={() => void store.$result.load()} />}
      />
    );
  }
  const { data: order } = state;
  return (
    <Screen {...textsOf(order, isSignedIn, texts)} action={<NextStep {...{ order }} />}>
      {order.isDeferred && <StartNow {...{ order, sessionId, locale }} calls={calls} onStarted={store.pollNow} />}
      {order.status === 'fulfilled' && order.account && <OpenedAccount account={order.account} />}
      {order.passwordWanted && <NextSteps {...{ order, sessionId, calls }} onCorrected={store.pollNow} />}
      <Receipt {...{ order }} />
    </Screen>
  );
}

/** The new account before its first trade: its floor, and the room above it. */
function OpenedAccount({ account: { balanceCents, floorCents } }: { readonly account: NonNullable<Order['account']> }) {
  const { strings, locale } = useTexts();
  const money = (cents: number) => formatFigure(cents, locale, { whole: true });
  const start = { equityCents: balanceCents, floorCents };
  const roomCents = balanceCents - (floorCents ?? balanceCents);
  const phase = {
    points: [0, 1].map((at) => ({ at, ...start })),
    days: [{ startsAt: 0, endsAt: 1, label: '' }],
    payouts: [],
  };
  return (
    <section aria-label={strings.account}>
      <Facts
        facts={[
          { label: strings.account_balance, value: money(balanceCents) },
          ...(floorCents === null
            ? []
            : [
                { label: strings.account_floor, value: money(floorCents) },
                { label: strings.account_room, value: money(roomCents) },
              ]),
        ]}
      />
      {floorCents !== null && (
        <Sparkline phases={[phase]} limits={[balanceCents - 1.4 * roomCents, balanceCents + 0.4 * roomCents]} />
      )}
    </section>
  );
}

function ResultSkeleton() {
  return (
    <div className={`stack gap-8 ${styles.screen}`}>
      <div className="stack">
        <Skeleton shape="heading" width="long" />
        <Skeleton count={2} />
      </div>
      <Skeleton shape="control" width="half" />
      <Card padding="roomy">
        <Skeleton shape="row" count={5} />
      </Card>
    </div>
  );
}

type ScreenProps = {
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
};

function Screen({ title, text, action, children }: ScreenProps) {
  return (
    <div className={`stack gap-8 ${styles.screen}`}>
      <div className="stack" role="status">
        <h1>{title}</h1>
        <p className="lead">{text}</p>
      </div>
      {action && <div className="cluster">{action}</div>}
      {children}
    </div>
  );
}

function NextStep({ order }: { readonly order: Order }) {
  const { strings, locale } = useTexts();
  if (order.replacedByPath !== null) return <Button label={strings.replaced_action} href={order.replacedByPath} />;
  switch (order.status) {
    case 'draft':
    case 'awaiting-payment':
      return order.paymentUrl ? <Button label={strings.awaiting_action} href={order.paymentUrl} /> : null;
    case 'fulfilled':
      if (order.kind === 'thor')
        return <Button label={strings.thor_action} href={pathTo('thankyouThor', {}, locale)} />;
      if (order.kind === 'performance-review') {
        const path = pathTo('ownPerformanceReview', { reviewId: order.orderId }, locale);
        return <Button label={strings.review_action} href={path} />;
      }
      return order.passwordWanted ? null : (
        <Button label={strings.fulfilled_action_member} href={pathTo('myAccount', {}, locale)} />
      );
    case 'failed':
      return <Button label={strings.try_again} href={order.paymentUrl ?? order.checkoutPath} />;
    case 'canceled':
    case 'expired':
      return <Button label={strings.try_again} href={order.checkoutPath} />;
    case 'processing':
    case 'paid':
    case 'refunded':
      return null;
  }
}
