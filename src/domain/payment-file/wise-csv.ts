import { parseCsv, toCsv } from '../../lib/csv.ts';
import type { DestinationKind, PayeeAddress } from '../payee/destination.ts';
import { decimalOf } from './bank-text.ts';
import type { OutgoingPayment } from './payment.ts';

export type WiseProblem =
  | { readonly kind: 'unknown-column'; readonly column: string }
  | { readonly kind: 'missing-column'; readonly column: string }
  /** We don't know in which currency accounts of this country are kept. */
  | { readonly kind: 'currency'; readonly reference: string };

type Column = {
  /** As Wise's templates head it. */
  readonly head: string;
  readonly write: (payment: OutgoingPayment, currency: string) => string;
  /** Kinds of destination that can't be paid without it. */
  readonly neededBy: readonly DestinationKind[];
};

const none: readonly DestinationKind[] = [];
const all: readonly DestinationKind[] = ['iban', 'us-account', 'wise'];

const addressed =
  (part: keyof PayeeAddress) =>
  ({ details }: OutgoingPayment) =>
    'address' in details && typeof details.address === 'object' ? details.address[part] : '';

const recipientOf = ({ details }: OutgoingPayment) => (details.kind === 'wise' ? details.recipient : '');
const columnOf = (head: string, write: Column['write'], neededBy: readonly DestinationKind[] = none): Column => ({
  head,
  write,
  neededBy,
});

const columns: readonly Column[] = [
  columnOf('name', ({ payeeName }) => payeeName, all),
  columnOf('recipientEmail', (payment) => (recipientOf(payment).startsWith('@') ? '' : recipientOf(payment))),
  // Without its @, which a spreadsheet would read as a formula.
  columnOf('wisetag', (payment) => (recipientOf(payment).startsWith('@') ? recipientOf(payment).slice(1) : '')),
  columnOf('paymentReference', ({ reference }) => reference),
  columnOf('referenceNumber', ({ reference }) => reference),
  columnOf('receiverType', () => 'PERSON', all),
  columnOf('amountCurrency', () => 'source', all),
  columnOf('amount', ({ amountCents }) => decimalOf(amountCents), all),
  columnOf('sourceCurrency', (_, currency) => currency, all),
  columnOf('targetCurrency', (payment, currency) => targetCurrencyOf(payment, currency) ?? '', all),
  columnOf('IBAN', ({ details }) => (details.kind === 'iban' ? details.iban : ''), ['iban']),
  columnOf('BIC', ({ details }) => (details.kind === 'iban' ? (details.bic ?? '') : '')),
  columnOf('abartn', ({ details }) => (details.kind === 'us-account' ? details.routingNumber : ''), ['us-account']),
  columnOf('accountNumber', ({ details }) => (details.kind === 'us-account' ? details.accountNumber : ''), [
    'us-account',
  ]),
  columnOf('accountType', ({ details }) => (details.kind === 'us-account' ? details.accountType : ''), ['us-account']),
  columnOf('addressCountryCode', addressed('country')),
  columnOf('addressCity', addressed('city')),
  columnOf('addressFirstLine', addressed('street')),
  columnOf('addressState', addressed('state')),
  columnOf('addressPostCode', addressed('postCode')),
];

const plain = (head: string) => head.replace(/[\s._-]/g, '').toLowerCase();
const byHead = new Map(columns.map((column) => [plain(column.head), column]));

/** Countries whose accounts with an IBAN are kept in another currency than the euro, or in the euro. */
const currencies: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK SM VA XK ME'
      .split(' ')
      .map((country) => [country, 'EUR']),
  ),
  ...{ GB: 'GBP', CH: 'CHF', LI: 'CHF', SE: 'SEK', NO: 'NOK', DK: 'DKK', PL: 'PLN', CZ: 'CZK', HU: 'HUF', RO: 'RON' },
};

function targetCurrencyOf({ details }: OutgoingPayment, currency: string): string | undefined {
  return details.kind === 'iban' ? currencies[details.iban.slice(0, 2)] : currency;
}

/** What Wise's own template has for these payments. */
function usualColumns(payments: readonly OutgoingPayment[]): Column[] {
  const kinds = new Set(payments.map(({ details }) => details.kind));
  const tagged = payments.some((payment) => recipientOf(payment).startsWith('@'));
  return columns.filter(
    ({ head, neededBy }) =>
      head !== 'BIC' &&
      (head === 'wisetag' ? tagged : neededBy.length !== 1 || neededBy.some((kind) => kinds.has(kind))),
  );
}

/**
 * Payments as Wise's batch file. What each costs comes out of its own amount (`amountCurrency` is `source`).
 * @param template the header line of Wise's current template, whose columns are filled by name; ours without it
 */
export function writeWiseCsv(
  payments: readonly OutgoingPayment[],
  currency: string,
  template?: string,
): { readonly csv: string } | { readonly problem: WiseProblem } {
  const chosen: Column[] = [];
  const heads: string[] = [];
  if (template === undefined) {
    chosen.push(...usualColumns(payments));
    heads.push(...chosen.map(({ head }) => head));
  } else {
    for (const given of headsOf(template)) {
      const column = byHead.get(plain(given));
      if (!column) return { problem: { kind: 'unknown-column', column: given } };
      chosen.push(column);
      heads.push(given);
    }
  }
  const missing = columns.find(
    (column) => !chosen.includes(column) && payments.some(({ details }) => column.neededBy.includes(details.kind)),
  );
  const unreachable = payments.find(({ details }) => details.kind === 'wise');
  if (missing) return { problem: { kind: 'missing-column', column: missing.head } };
  if (unreachable && !payments.every((payment) => isReached(payment, chosen))) {
    return { problem: { kind: 'missing-column', column: 'recipientEmail' } };
  }
  const foreign = payments.find((payment) => targetCurrencyOf(payment, currency) === undefined);
  if (foreign) return { problem: { kind: 'currency', reference: foreign.reference } };
  const rows = payments.map((payment) => chosen.map(({ write }) => write(payment, currency)));
  return { csv: toCsv([heads, ...rows]) };
}

/** Whether the columns say where the money of a payment through Wise itself goes. */
function isReached(payment: OutgoingPayment, chosen: readonly Column[]): boolean {
  if (payment.details.kind !== 'wise') return true;
  const head = recipientOf(payment).startsWith('@') ? 'wisetag' : 'recipientEmail';
  return chosen.some((column) => column.head === head);
}

function headsOf(template: string): string[] {
  const [heads = []] = parseCsv(template.replace(/^\ufeff/, '').trim());
  return heads.map((head) => head.trim());
}
