import { useStore } from '@nanostores/react';
import { chicagoRecordText } from '#lib/chicago-time.ts';
import { colonOf } from '#lib/with-label.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { formatPrice } from '#shared/exchange/price.ts';
import { DescriptionList } from '#ui/description-list.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { getLocalTimeSuffix } from './local-time-suffix.ts';
import { useTexts } from './price-check-texts.ts';
import { $priceCheck, closePriceCheck, isConfirmed, type PriceCheckState } from './stores/price-check.ts';

/** What the published keys say about the price being checked. */
export function PriceCheckDialog() {
  const { strings } = useTexts();
  const state = useStore($priceCheck);
  return (
    <Dialog open={state !== null} onClose={closePriceCheck} title={strings.title} closeLabel={strings.close}>
      {state !== null && <Result {...state} />}
    </Dialog>
  );
}

function Result({ price, result }: NonNullable<PriceCheckState>) {
  const { strings, t, locale } = useTexts();
  const { instrument, month } = price;
  const moment = (at: number) => `${chicagoRecordText(at, locale)}${getLocalTimeSuffix(at, { t, locale })}`;
  const shownPrice = (ticks: number) => formatPrice(instrument, ticks, locale);
  const items = [
    { term: strings.contract, value: contractName(instrument, month) },
    { term: strings.moment, value: moment(price.at) },
    { term: strings.shown, value: shownPrice(price.priceTicks) },
  ];
  let verdict: string;
  if (result.status === 'recomputed') {
    items.push(
      { term: strings.bid, value: shownPrice(result.quote.bidTicks) },
      { term: strings.ask, value: shownPrice(result.quote.askTicks) },
      { term: strings.announced, value: moment(result.announcedAt) },
    );
    const right = price.limit === undefined ? strings.matches : strings.matches_limit;
    verdict = isConfirmed(price, result) ? right : strings.differs;
  } else if (result.status === 'pending') {
    verdict = t('pending', { time: moment(result.until) });
  } else {
    verdict = strings[result.status];
  }
  return (
    <>
      <p className="muted">{strings.text}</p>
      <DescriptionList ruled items={items} />
      <p role="status">{verdict}</p>
      {result.status === 'recomputed' && result.announcedAt > result.opensAt && <p>{strings.late}</p>}
      {result.status === 'pending' && result.hash !== null && (
        <p>
          {strings.hash}
          {colonOf(locale)}
          <code style={{ overflowWrap: 'anywhere' }}>{result.hash}</code>
        </p>
      )}
    </>
  );
}
