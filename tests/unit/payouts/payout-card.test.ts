import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PayoutCard } from '#app/payouts/payout-card.tsx';
import type { Payout } from '#app/payouts/stores/payouts.ts';
import { TextsProvider } from '#app/payouts/texts.ts';
import { ProgramNamesContext } from '#app/shell/program-names.ts';
import strings from '#locales/en/payouts.json' with { type: 'json' };
import { rejectionReasons } from '#shared/payouts/stages.ts';

const requested = {
  ...{ id: 'a', number: 'P2026-000042', program: 'classic', size: '50K', platformAccountId: 'RTH-1' },
  ...{ method: 'wise', amountCents: 295_000, firmCents: 0, feeCents: 0, netCents: 295_000, destination: 'Wise' },
  ...{ accountId: 'b', requestedAt: 1, decisionDueAt: 2, dueAt: null, isLate: false, closable: false },
  ...{
    reason: null,
    reasonNote: null,
    reference: null,
    isSample: false,
    money: 'returned',
    creditCents: 0,
    promise: null,
  },
};

function write(status: Payout['status'], reason: Payout['reason'] = null): string {
  const payout = { ...requested, status, reason, stages: [{ status, at: 1, dueAt: null }] } as unknown as Payout;
  const programNames = { classic: 'Classic', ascension: 'Ascension', merit: 'Merit', premium: 'Premium' };
  const card = createElement(PayoutCard, { payout });
  const children = createElement(ProgramNamesContext, { value: programNames }, card);
  return renderToStaticMarkup(createElement(TextsProvider, { locale: 'en', strings, children }));
}

/** What follows "You receive". */
const receivedOf = (html: string) => /<dt[^>]*>You receive<\/dt><dd[^>]*>(.*?)<\/dd>/.exec(html)?.[1];

test('a payout that ended without payment says so instead of what would have arrived', () => {
  for (const status of ['rejected', 'returned', 'canceled'] as const) {
    expect(receivedOf(write(status)), status).toBe('<span class="muted">Not paid</span>');
  }
  for (const status of ['requested', 'in-review', 'approved', 'sent', 'paid'] as const) {
    expect(receivedOf(write(status)), status).toBe('$2,950.00');
  }
});

test('a rejected payout names the next step, with a link where the trader can take it', () => {
  const linked = /<a href="\/dashboard\/withdrawal\/verification"[^>]*>Identity and destinations<\/a>/;
  for (const reason of rejectionReasons) {
    const html = write('rejected', reason);
    expect(html).toContain(strings[`rejected_next_${reason}`]);
    if (reason.endsWith('-not-verified')) expect(html).toMatch(linked);
    else expect(html).not.toMatch(linked);
  }
  expect(write('returned', 'account-closed')).not.toMatch(linked);
});
