import { useEffect, useState } from 'react';
import { formatFigure } from '#lib/money/format.ts';
import { leavesLittleRoom } from '#shared/payouts/quote.ts';
import type { PayoutQuote } from '#shared/payouts/quote-shape.ts';
import { Alert } from '#ui/alert.tsx';
import { useTexts } from './texts.ts';

const announceAfterMs = 700;

/** Warns that an amount would take the account almost to its floor. */
export function LowRoomAlert({ quote }: { readonly quote: PayoutQuote }) {
  const { t, locale } = useTexts();
  const isPossible = quote.checks.some(({ name, passed }) => name === 'amount' && passed);
  const text =
    isPossible && quote.aboveFloorCents !== null && leavesLittleRoom(quote)
      ? t('low_room', { amount: formatFigure(quote.aboveFloorCents, locale) })
      : '';
  return (
    <>
      {/* Screen readers get the text once the amount stays the same, not at every step of the slider. */}
      {text !== '' && (
        <Alert kind="warning" aria-hidden="true">
          {text}
        </Alert>
      )}
      <p role="status" className="visually-hidden">
        {useSettled(text)}
      </p>
    </>
  );
}

/** The last value that stayed the same for a while; empty before the first one has. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), announceAfterMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
