import { expect, test } from 'vitest';
import {
  advancesRefund,
  type RefundStatus,
  refundStatuses,
  sumRefunds,
  uncreditedCents,
} from '#shared/orders/provider-refund.ts';

test('a refund’s status only advances: pending, succeeded, failed', () => {
  const advances = refundStatuses.flatMap((known) =>
    refundStatuses.filter((reported) => advancesRefund(known, reported)).map((reported) => `${known} ${reported}`),
  );
  expect(advances).toEqual(['pending succeeded', 'pending failed', 'succeeded failed']);
  expect(refundStatuses.every((reported) => advancesRefund(null, reported))).toBe(true);
});

const refund = (amountCents: number, status: RefundStatus, creditedCents = 0) => ({
  amountCents,
  status,
  creditedCents,
});

test('failed refunds return nothing', () => {
  expect(sumRefunds([])).toBe(0);
  expect(sumRefunds([refund(500, 'pending'), refund(70, 'succeeded'), refund(3, 'failed')])).toBe(570);
});

test.each([
  ['a new refund is not credited yet', [refund(500, 'succeeded')], 500],
  ['a credited one is', [refund(500, 'succeeded', 500)], 0],
  ['a pending one counts only if asked for', [refund(500, 'pending'), refund(20, 'succeeded')], 20],
  [
    'a replacement is covered by the failed one’s credit note',
    [refund(500, 'failed', 500), refund(500, 'succeeded')],
    0,
  ],
  ['a larger replacement is covered in part', [refund(500, 'failed', 500), refund(700, 'succeeded')], 200],
  ['a failed one without a credit note covers nothing', [refund(500, 'failed'), refund(500, 'succeeded')], 500],
  ['nothing is negative', [refund(500, 'failed', 500)], 0],
])('%s', (_, refunds, cents) => {
  expect(uncreditedCents(refunds, ['succeeded'])).toBe(cents);
});

test('pending refunds count as returned if asked for', () => {
  expect(uncreditedCents([refund(500, 'pending'), refund(20, 'succeeded', 20)], ['pending', 'succeeded'])).toBe(500);
});
