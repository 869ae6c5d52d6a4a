import { type InstrumentCode, instruments } from '#shared/exchange/instruments.ts';
import type { OrderTicketError } from './stores/order-ticket.ts';
import type { TerminalTexts } from './texts.ts';

export function orderTicketErrorText(
  error: OrderTicketError | undefined,
  instrument: InstrumentCode,
  { strings, t, locale }: TerminalTexts,
): string | undefined {
  if (error === undefined) return undefined;
  if (error !== 'tick') return strings[`wrong_${error}`];
  const tick = instruments[instrument].tickSize.toLocaleString(locale, { maximumFractionDigits: 8 });
  return t('wrong_tick', { tick });
}
